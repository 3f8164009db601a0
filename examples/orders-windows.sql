-- Days of two zones, weeks, months and the last 24 hours of orders of a shop, all from one series for each country: a customer pays for the series
-- once, and 24 hours add up to their day and days to their month exactly. Windows that begin before the first order's hour, of the first day, week and
-- month, are left out. The stream is orders.csv.gz (UCI data set 352, Online Retail, doi
-- 10.24432/C5BW33, CC BY 4.0), with the columns time,unit,country,lines,pence.
SET 'pipeline.name' = 'orders-windows';

CREATE TABLE orders_of_shop (
  `time` TIMESTAMP_LTZ(3),
  unit STRING,
  country STRING,
  lines BIGINT,
  pence BIGINT,
  WATERMARK FOR `time` AS `time`
) WITH (
  'connector' = 'weir',
  'format' = 'csv',
  'privacy.unit-column' = 'unit',
  'privacy.unit' = 'user-per-month',
  'privacy.zone' = 'Europe/Berlin',
  'privacy.epsilon' = '1.0',
  'privacy.delta' = '1e-6',
  'privacy.domain' = 'orders-windows',
  'clock.max-skew' = '31d'
);

CREATE VIEW orders AS
SELECT /*+ OPTIONS('contributions' = '5', 'records-per-key' = '5', 'base' = '1h', 'horizon' = '2400',
                   'window.day.calendar' = 'day', 'window.day.zone' = 'Europe/Berlin',
                   'window.new-york-day.calendar' = 'day', 'window.new-york-day.zone' = 'America/New_York',
                   'window.week.calendar' = 'week', 'window.week.zone' = 'Europe/Berlin',
                   'window.month.calendar' = 'month', 'window.month.zone' = 'Europe/Berlin',
                   'window.24h.last' = '24h', 'window.24h.every' = '6h') */
       country, COUNT(*) AS orders
FROM orders_of_shop
WHERE country IN ('France', 'Germany', 'United Kingdom')
GROUP BY country;

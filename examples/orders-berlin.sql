-- Orders of a shop by country and business day, in Berlin: a day, and a customer's week, begin at midnight there, also where clocks change. The
-- stream is orders.csv.gz (UCI data set 352, Online Retail, doi 10.24432/C5BW33, CC BY 4.0), with the columns time,unit,country,lines,pence.
SET 'pipeline.name' = 'orders-berlin';

CREATE TABLE orders (
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
  'privacy.unit' = 'user-per-week',
  'privacy.zone' = 'Europe/Berlin',
  'privacy.epsilon' = '1.0',
  'privacy.domain' = 'orders-berlin',
  'clock.max-skew' = '31d'
);

CREATE VIEW daily AS
SELECT /*+ OPTIONS('contributions' = '2', 'records-per-cell' = '1', 'zone' = 'Europe/Berlin') */
       window_start, window_end, country, COUNT(*) AS customers
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(`time`), INTERVAL '1' DAY))
WHERE country IN ('France', 'Germany', 'United Kingdom')
GROUP BY window_start, window_end, country;

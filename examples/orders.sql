-- Orders and revenue by country and week, in pence: the same source as retail.sql (UCI data set 352, Online Retail, doi
-- 10.24432/C5BW33, CC BY 4.0), one line an order; as CSV with the columns time,unit,key,value.
SET 'pipeline.name' = 'orders';

CREATE TABLE orders (
  `time` TIMESTAMP_LTZ(3),
  unit STRING,
  key STRING,
  `value` BIGINT,
  WATERMARK FOR `time` AS `time`
) WITH (
  'connector' = 'weir',
  'format' = 'csv',
  'privacy.unit-column' = 'unit',
  'privacy.unit' = 'user-per-day',
  'privacy.epsilon' = '1.0',
  'privacy.domain' = 'orders',
  'clock.max-skew' = '31d'
);

CREATE VIEW weekly AS
SELECT /*+ OPTIONS('contributions' = '1', 'keys-per-window' = '1', 'records-per-cell' = '1') */
       window_start, window_end, key, COUNT(*) AS orders, SUM(CLAMP(`value`, 0, 50000)) AS revenue
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(`time`), INTERVAL '7' DAY))
WHERE key IN ('France', 'Germany', 'United Kingdom') AND `value` > 0
GROUP BY window_start, window_end, key;


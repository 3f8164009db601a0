-- Revenue by country and week, in pence. The stream: UCI Machine Learning Repository, data set 352, Online Retail
-- (doi 10.24432/C5BW33, CC BY 4.0); as CSV with the columns time,unit,key,value: the customer, the country, the line's worth.
SET 'pipeline.name' = 'retail';

CREATE TABLE retail (
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
  'privacy.domain' = 'retail',
  'clock.max-skew' = '31d'
);

CREATE VIEW weekly AS
SELECT /*+ OPTIONS('contributions' = '1', 'keys-per-window' = '1') */
       window_start, window_end, key, SUM(CLAMP_PER_UNIT(`value`, 0, 50000)) AS revenue
FROM TABLE(TUMBLE(TABLE retail, DESCRIPTOR(`time`), INTERVAL '7' DAY))
WHERE key IN ('France', 'Germany', 'United Kingdom') AND `value` > 0
GROUP BY window_start, window_end, key;


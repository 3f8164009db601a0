-- Rides of a made-up town: noisy counts and fares per zone and hour. The stream beside it was generated for Weir.
SET 'pipeline.name' = 'rides';

CREATE TABLE rides (
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
  'privacy.domain' = 'rides',
  'clock.max-skew' = '31d'
);

CREATE VIEW hourly AS
SELECT /*+ OPTIONS('contributions' = '8', 'keys-per-window' = '2', 'records-per-cell' = '1') */
       window_start, window_end, key, COUNT(*) AS rides, SUM(CLAMP(`value`, 0, 2000)) AS fares
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(`time`), INTERVAL '1' HOUR))
WHERE key IN ('harbour', 'market', 'hills', 'station')
GROUP BY window_start, window_end, key;


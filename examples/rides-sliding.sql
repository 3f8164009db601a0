-- Rides of the last six hours, per zone, every half hour: a sliding window. The stream is that of rides.sql.
SET 'pipeline.name' = 'rides-sliding';

CREATE TABLE rides (
  `time` TIMESTAMP_LTZ(3),
  unit STRING,
  key STRING,
  WATERMARK FOR `time` AS `time`
) WITH (
  'connector' = 'weir',
  'format' = 'csv',
  'privacy.unit-column' = 'unit',
  'privacy.unit' = 'user-per-day',
  'privacy.epsilon' = '1.0',
  'privacy.delta' = '1e-6',
  'privacy.domain' = 'rides',
  'clock.max-skew' = '31d'
);

CREATE VIEW `last-six-hours` AS
SELECT /*+ OPTIONS('contributions' = '12', 'keys-per-period' = '4', 'records-per-key' = '4') */
       window_start, window_end, key, COUNT(*) AS rides
FROM TABLE(HOP(TABLE rides, DESCRIPTOR(`time`), INTERVAL '30' MINUTE, INTERVAL '6' HOUR))
WHERE key IN ('harbour', 'market', 'hills', 'station')
GROUP BY window_start, window_end, key;


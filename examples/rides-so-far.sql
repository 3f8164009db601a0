-- Riders so far today, per zone, every fifteen minutes: a running total with noise that belongs to the whole day. The stream is that
-- of rides.sql.
SET 'pipeline.name' = 'rides-so-far';

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

CREATE VIEW `so-far` AS
SELECT /*+ OPTIONS('contributions' = '2', 'keys-per-period' = '2', 'records-per-key' = '1', 'horizon' = '96', 'monotone.riders' = 'true') */
       window_start, window_end, key, GREATEST(COUNT(*), 0) AS riders
FROM TABLE(CUMULATE(TABLE rides, DESCRIPTOR(`time`), INTERVAL '15' MINUTE, INTERVAL '1' DAY))
WHERE key IN ('harbour', 'market', 'hills', 'station')
GROUP BY window_start, window_end, key;


-- Riders so far today by district and zone, and in all: running totals that add up. The stream is that of rides.sql.
SET 'pipeline.name' = 'rides-so-far-districts';

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
  'clock.max-skew' = '31d',
  'lookup.district.from' = 'key',
  'lookup.district.file' = 'districts.csv'
);

CREATE TABLE `keys_of_so-far` (district STRING, key STRING) WITH ('connector' = 'filesystem', 'path' = 'zones.csv', 'format' = 'csv');
CREATE VIEW `so-far` AS
SELECT /*+ OPTIONS('contributions' = '2', 'keys-per-period' = '2', 'records-per-key' = '1', 'horizon' = '96', 'levels' = 'tree') */
       window_start, window_end, district, key, GREATEST(COUNT(*), 0) AS riders
FROM TABLE(CUMULATE(TABLE rides, DESCRIPTOR(`time`), INTERVAL '15' MINUTE, INTERVAL '1' DAY))
WHERE (district, key) IN (SELECT * FROM `keys_of_so-far`)
GROUP BY window_start, window_end, ROLLUP (district, key);


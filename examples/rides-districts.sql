-- Rides of the same town by district and zone, and all of them: rows that add up. The stream is that of rides.sql.
SET 'pipeline.name' = 'rides-districts';

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
  'privacy.delta' = '0.000001',
  'privacy.domain' = 'rides',
  'clock.max-skew' = '31d',
  'lookup.district.from' = 'key',
  'lookup.district.file' = 'districts.csv'
);

CREATE TABLE keys_of_districts (district STRING, key STRING) WITH ('connector' = 'filesystem', 'path' = 'zones.csv', 'format' = 'csv');
CREATE VIEW districts AS
SELECT /*+ OPTIONS('contributions' = '8', 'per-window' = '1', 'keys-per-window' = '2', 'records-per-cell' = '1', 'levels' = 'tree') */
       window_start, window_end, district, key, COUNT(*) AS rides, SUM(CLAMP(`value`, 0, 2000)) AS fares
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(`time`), INTERVAL '1' HOUR))
WHERE (district, key) IN (SELECT * FROM keys_of_districts)
GROUP BY window_start, window_end, ROLLUP (district, key);


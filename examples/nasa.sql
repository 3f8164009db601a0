-- Requests and bytes by section of a web site and hour. The stream: NASA-HTTP, the trace of the Kennedy Space Center's server of
-- August 1995 (Internet Traffic Archive); as CSV with the columns time,unit,key,value: the host, the section, the bytes sent.
SET 'pipeline.name' = 'nasa';

CREATE TABLE nasa (
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
  'privacy.domain' = 'nasa',
  'clock.max-skew' = '31d'
);

CREATE VIEW requests AS
SELECT /*+ OPTIONS('contributions' = '6', 'keys-per-window' = '3', 'records-per-cell' = '2') */
       window_start, window_end, key, COUNT(*) AS requests, SUM(CLAMP(`value`, 0, 5000)) AS `bytes`
FROM TABLE(TUMBLE(TABLE nasa, DESCRIPTOR(`time`), INTERVAL '1' HOUR))
WHERE key IN ('elv', 'history', 'home', 'images', 'shuttle')
GROUP BY window_start, window_end, key;


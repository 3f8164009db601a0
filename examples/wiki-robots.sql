-- Edits of Wikipedia by language and robot, and all of them: of the columns time,unit,key,value,deleted,robot: the account, the language,
-- characters added and removed, and whether an account is flagged as a robot. The stream: see wiki.sql.
SET 'pipeline.name' = 'wiki-robots';

CREATE TABLE wiki (
  `time` TIMESTAMP_LTZ(3),
  unit STRING,
  key STRING,
  robot STRING,
  WATERMARK FOR `time` AS `time`
) WITH (
  'connector' = 'weir',
  'format' = 'csv',
  'privacy.unit-column' = 'unit',
  'privacy.unit' = 'user-per-day',
  'privacy.epsilon' = '1.0',
  'privacy.domain' = 'wiki',
  'clock.max-skew' = '31d'
);

CREATE VIEW `by-robot` AS
SELECT /*+ OPTIONS('contributions' = '3', 'keys-per-window' = '2', 'records-per-cell' = '1', 'others.key' = 'rest') */
       window_start, window_end, key, robot, COUNT(*) AS edits
FROM TABLE(TUMBLE(TABLE wiki, DESCRIPTOR(`time`), INTERVAL '3' HOUR))
WHERE key IN ('de', 'en', 'es', 'fr', 'it', 'ja', 'ru') AND robot IN ('0', '1')
GROUP BY window_start, window_end, key, robot;

CREATE VIEW `all` AS
SELECT /*+ OPTIONS('contributions' = '3', 'records-per-cell' = '1') */
       window_start, window_end, COUNT(*) AS edits
FROM TABLE(TUMBLE(TABLE wiki, DESCRIPTOR(`time`), INTERVAL '3' HOUR))
GROUP BY window_start, window_end;


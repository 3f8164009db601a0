-- Edits of Wikipedia by language and three hours, each account once in them. The stream: a day of the edit feed, shipped with Apache Druid as
-- examples/quickstart/tutorial/wikiticker-2015-09-12-sampled.json.gz (github.com/apache/druid, CC BY-SA 3.0); as CSV with
-- the columns time,unit,key,value: the account, the language, the characters added.
SET 'pipeline.name' = 'wiki';

CREATE TABLE wiki (
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
  'privacy.domain' = 'wiki',
  'clock.max-skew' = '31d'
);

CREATE VIEW `three-hourly` AS
SELECT /*+ OPTIONS('contributions' = '3', 'keys-per-window' = '2', 'records-per-cell' = '1') */
       window_start, window_end, key, COUNT(*) AS edits, SUM(CLAMP(`value`, 0, 200)) AS added
FROM TABLE(TUMBLE(TABLE wiki, DESCRIPTOR(`time`), INTERVAL '3' HOUR))
WHERE key IN ('de', 'en', 'es', 'fr', 'it', 'ja', 'pl', 'pt', 'ru', 'zh')
GROUP BY window_start, window_end, key;


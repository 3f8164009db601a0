-- Rides as they come: noisy counts per zone and quarter of an hour, from a broker on this machine. Two lines start one, with Docker:
--   docker run -d --name weir-broker -p 127.0.0.1:9092:9092 apache/kafka:4.2.1
--   docker exec weir-broker /opt/kafka/bin/kafka-topics.sh --bootstrap-server localhost:9092 --create --topic rides --config message.timestamp.type=LogAppendTime
-- Then `./weir run examples/live.sql --out out/live` runs until Ctrl-C. A ride is a line such as 2026-03-02T06:00:08Z,r0333,harbour,1058.
SET 'pipeline.name' = 'live';
SET 'execution.checkpointing.interval' = '5s';
SET 'execution.checkpointing.dir' = 'file:///var/tmp/weir-live';

CREATE TABLE live (
  `time` TIMESTAMP_LTZ(3),
  unit STRING,
  key STRING,
  `value` STRING,
  WATERMARK FOR `time` AS SOURCE_WATERMARK()
) WITH (
  'connector' = 'weir',
  'topic' = 'rides',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'csv',
  'privacy.unit-column' = 'unit',
  'privacy.unit' = 'user-per-day',
  'privacy.epsilon' = '1.0',
  'privacy.domain' = 'live',
  'clock.delay' = '5s',
  'clock.max-skew' = '1m',
  'clock.idle' = '15s'
);

CREATE VIEW `quarter-hourly` AS
SELECT /*+ OPTIONS('contributions' = '4', 'keys-per-window' = '2', 'records-per-cell' = '1') */
       window_start, window_end, key, COUNT(*) AS rides
FROM TABLE(TUMBLE(TABLE live, DESCRIPTOR(`time`), INTERVAL '15' MINUTE))
WHERE key IN ('harbour', 'market', 'hills', 'station')
GROUP BY window_start, window_end, key;

CREATE TABLE released (release_id STRING) WITH ('connector' = 'kafka', 'topic' = 'live-released');
INSERT INTO released SELECT * FROM `quarter-hourly`;

SET 'pipeline.name' = 'rides';
SET 'execution.checkpointing.interval' = '500ms';
SET 'execution.checkpointing.dir' = 'CHECKPOINTS';
CREATE TABLE rides (
  ts TIMESTAMP_LTZ(3), rider STRING, zone STRING, fare DECIMAL(10, 2),
  WATERMARK FOR ts AS SOURCE_WATERMARK()
) WITH (
  'connector' = 'weir', 'properties.bootstrap.servers' = 'localhost:9092', 'topic' = 'rides', 'format' = 'csv', 'properties-file' = 'owner.properties',
  'privacy.domain' = 'rides', 'privacy.unit-column' = 'rider', 'privacy.unit' = 'user-per-day', 'privacy.epsilon' = '60',
  'clock.delay' = '0s', 'clock.max-skew' = '1m', 'clock.idle' = '1s');
CREATE VIEW hourly AS
SELECT /*+ OPTIONS('contributions' = '20', 'keys-per-window' = '2', 'records-per-cell' = '1', 'key-account.epsilon' = '4', 'key-account.per' = 'day') */
       window_start, window_end, zone, COUNT(*) AS rides, SUM(CLAMP(fare, 0, 60, 0.01)) AS fares
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' SECOND))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW so_far AS
SELECT /*+ OPTIONS('contributions' = '8', 'keys-per-period' = '2', 'records-per-key' = '4', 'monotone.riders' = 'true', 'horizon' = '1000') */
       window_start, window_end, zone, GREATEST(COUNT(*), 0) AS riders
FROM TABLE(CUMULATE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '1' DAY))
WHERE zone IN ('harbour', 'market') GROUP BY window_start, window_end, zone;
CREATE VIEW fares AS
SELECT /*+ OPTIONS('contributions' = '20', 'records-per-cell' = '1') */ window_start, window_end,
       AVG(CLAMP(fare, 0, 60)) AS mean_fare, PERCENTILE(CLAMP(fare, 0, 60, 1), ARRAY[0.25, 0.5, 0.75]) AS fare
FROM TABLE(TUMBLE(TABLE rides, DESCRIPTOR(ts), INTERVAL '1' SECOND)) GROUP BY window_start, window_end;
CREATE TABLE released (release_id STRING) WITH ('connector' = 'kafka', 'topic' = 'rides-released');
EXECUTE STATEMENT SET BEGIN
INSERT INTO released SELECT * FROM hourly; INSERT INTO released SELECT * FROM so_far; INSERT INTO released SELECT * FROM fares;
END;

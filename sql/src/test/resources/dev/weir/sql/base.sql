SET 'pipeline.name' = 'rides';
CREATE TABLE rides (
  ts TIMESTAMP_LTZ(3), rider STRING, zone STRING, kind STRING, fare DECIMAL(10, 2), tip DECIMAL(10, 2), km DECIMAL(10, 2),
  WATERMARK FOR ts AS SOURCE_WATERMARK()
) WITH (
  'connector' = 'weir', 'properties.bootstrap.servers' = 'localhost:9092', 'topic' = 'rides', 'format' = 'csv',
  'privacy.domain' = 'rides', 'privacy.unit-column' = 'rider', 'privacy.unit' = 'user-per-day', 'privacy.epsilon' = '1.0', 'privacy.delta' = '1e-6',
  'clock.delay' = '5s', 'clock.max-skew' = '1m', 'clock.idle' = '15s');

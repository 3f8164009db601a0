-- is private: only the releases of its pipeline can be read
SELECT * FROM rides.private.rides
TABLE rides.private.rides
SELECT COUNT(*) FROM rides.private.rides
SELECT zone FROM (SELECT * FROM rides.private.rides) WHERE zone = 'market'
SELECT h.zone FROM rides.released.hourly AS h JOIN rides.private.rides AS r ON h.zone = r.zone
SELECT * FROM rides.private.rides /*+ OPTIONS('connector' = 'kafka', 'topic' = 'rides', 'format' = 'raw') */
SELECT * FROM rides.private.rides /*+ OPTIONS('scan.startup.mode' = 'earliest-offset') */
EXPLAIN SELECT * FROM rides.private.rides
EXPLAIN ESTIMATED_COST, CHANGELOG_MODE, JSON_EXECUTION_PLAN SELECT * FROM rides.private.rides
CREATE TABLE default_catalog.default_database.whole WITH ('connector' = 'print') AS SELECT * FROM rides.private.rides
INSERT INTO default_catalog.default_database.busiest SELECT CURRENT_TIMESTAMP, zone, 1, rider FROM rides.private.rides

CREATE VIEW default_catalog.default_database.seen AS SELECT * FROM rides.private.rides
CREATE TEMPORARY VIEW default_catalog.default_database.peek AS SELECT * FROM rides.private.rides
CREATE TEMPORARY VIEW default_catalog.default_database.peek AS SELECT zone FROM rides.private.rides /*+ OPTIONS('connector' = 'kafka') */

-- taken
CREATE TABLE default_catalog.default_database.copied LIKE rides.private.rides
SHOW CREATE TABLE default_catalog.default_database.copied
SHOW CREATE TABLE rides.private.rides
DESCRIBE rides.private.rides
SHOW TABLES FROM rides.private
-- Could not find any factory for identifier 'weir'
SELECT * FROM default_catalog.default_database.copied

-- takes the options scan.* of the Kafka connector alone, not 'topic'
SELECT * FROM rides.released.hourly /*+ OPTIONS('topic' = 'rides') */
-- takes the options scan.* of the Kafka connector alone, not 'connector'
SELECT * FROM rides.released.hourly /*+ OPTIONS('connector' = 'filesystem') */
-- takes the options scan.* of the Kafka connector alone, not 'format'
SELECT * FROM rides.released.hourly /*+ OPTIONS('format' = 'raw') */
-- takes the options scan.* of the Kafka connector alone, not 'properties.bootstrap.servers'
SELECT * FROM rides.released.hourly /*+ OPTIONS('properties.bootstrap.servers' = 'localhost:9') */
-- takes the options scan.* of the Kafka connector alone, not 'weir-released.ids'
EXPLAIN SELECT * FROM rides.released.hourly /*+ OPTIONS('weir-released.ids' = '') */

-- taken
EXPLAIN SELECT * FROM rides.released.hourly
SHOW CREATE TABLE rides.released.hourly

-- ALTER: is not allowed in catalog rides: a release is made by its pipeline: add a CREATE VIEW to rides.sql
ALTER TABLE rides.private.rides SET ('connector' = 'kafka', 'topic' = 'rides')
ALTER TABLE rides.released.hourly SET ('topic' = 'rides')
-- ALTER TABLE: is not allowed in catalog rides
ALTER TABLE rides.released.hourly RENAME TO daily
-- DROP TABLE: is not allowed in catalog rides
DROP TABLE rides.released.hourly
-- CREATE: is not allowed in catalog rides
CREATE TABLE rides.released.mine (zone STRING) WITH ('connector' = 'kafka', 'topic' = 'rides', 'format' = 'raw', CLIENT)
CREATE VIEW rides.released.mine AS SELECT 1 AS n
-- CREATE TEMPORARY: is not allowed in catalog rides
CREATE TEMPORARY TABLE rides.released.hourly (zone STRING) WITH ('connector' = 'kafka', 'topic' = 'rides', 'format' = 'raw', CLIENT)
CREATE TEMPORARY TABLE rides.private.rides (zone STRING) WITH ('connector' = 'kafka', 'topic' = 'rides', 'format' = 'raw', CLIENT)
CREATE TEMPORARY VIEW rides.released.hourly AS SELECT 1 AS n
-- CREATE DATABASE: is not allowed in catalog rides
CREATE DATABASE rides.mine
-- is not allowed: a release is made by its pipeline
INSERT INTO rides.released.hourly SELECT * FROM rides.released.hourly
INSERT INTO rides.private.rides VALUES ('a', 'b', 'c', 'd')

-- taken
CREATE TABLE default_catalog.default_database.records (line STRING) WITH ('connector' = 'kafka', 'topic' = 'rides', 'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset', CLIENT)
CREATE TABLE default_catalog.default_database.ledger (line STRING) WITH ('connector' = 'kafka', 'topic' = 'rides-ledger', 'format' = 'raw', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset', CLIENT)
CREATE TABLE default_catalog.default_database.likened WITH ('connector' = 'kafka', 'topic' = 'rides', 'format' = 'json', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset', CLIENT) LIKE rides.private.rides (OVERWRITING OPTIONS)
-- TopicAuthorizationException
SELECT * FROM default_catalog.default_database.records
SELECT * FROM default_catalog.default_database.ledger
SELECT * FROM default_catalog.default_database.likened

package dev.weir.jobs.config.pipeline;

/** A correct pipeline file, which tests modify. */
final class GoodPipeline {

    static final String TEXT = """
            pipeline: wiki-hourly
            domain: {name: wiki}
            source:
              kafka: {brokers: "localhost:9092", topic: edits}
              format: csv
              columns: [time, unit, key, value, robot, page]
              time: time
              unit: unit
            clock: {by: append-time, delay: 30s, max-skew: 5m, idle: 30s}
            privacy:
              unit: user-per-day
              budget: {epsilon: 1.0}
            queries:
              - name: hourly
                version: 1
                where: "robot == 0 and page != 'it\\\\'s'"
                key: {field: key, declared: [en, de, fr]}
                window: {tumbling: 1h}
                bounds: {keys-per-window: 3, records-per-cell: 1}
                release:
                  - {count: edits}
                  - {sum: value, as: added, clamp: [0, 1000], per-unit-clamp: [0, 5000], weight: 2}
                spend: {contributions: 6}
                key-account: {budget: {epsilon: 10}, per: day}
            sink: {kafka: {topic: released}}
            limits: {key-bytes: 16}
            checkpoint: {every: 10s, dir: "file:///var/weir/checkpoints"}
            """;

    private GoodPipeline() {}
}

# shellcheck shell=bash disable=SC2154
# A broker and a pipeline on this machine for the two scripts beside this file, which source it, and what both ask at the end.
# They set before: here, root, port, cleanup (after how many milliseconds the broker looks for transactions whose time is up)
# and client (more settings of source.kafka in the pipeline file, with a comma before them).

work=$(mktemp -d)
lib=$root/jobs/target/lib
chmod 700 "$work"
mkdir "$work/conf" "$work/broker" "$work/checkpoints"
declare -A pid=()
broker=127.0.0.1:$port

trap 'kill -9 "${pid[@]}" 2> /dev/null || true' EXIT

opens=()
for package in lang lang.invoke lang.reflect util util.concurrent util.concurrent.atomic util.concurrent.locks net io nio text time; do
    opens+=(--add-opens "java.base/java.$package=ALL-UNNAMED")
done
# start NAME MEGABYTES CLASSPATH MAIN ARGUMENTS...
start() {
    local name=$1 heap=$2 classes=$3
    shift 3
    FLINK_CONF_DIR=$work/conf java "-Xmx${heap}m" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "${opens[@]}" \
        -Dlog4j2.configurationFile="$work/conf/log4j2.properties" -cp "$classes" "$@" >> "$work/$name.log" 2>&1 &
    pid[$name]=$!
}
broker() { start broker 384 "$lib/*" kafka.Kafka "$work/conf/server.properties"; }
reader() {
    java -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dlog4j2.configurationFile="$work/conf/log4j2.properties" \
        -cp "$lib/*" "$here/Reader.java" "$broker" killed-released "$1" > "$work/$1" 2>> "$work/readers.log" &
    pid[$1]=$!
}
seen() { cut -f 1 "$work/read_uncommitted" | sort -u | wc -l; }
fail() {
    echo "FAILED: $1; see $work" >&2
    exit 1
}
# a ledger that is broken is shown all the same; then the command ends with 3
ledger() {
    local status=0
    java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$root/jobs/target/classes:$lib/*" dev.weir.jobs.Weir \
        ledger "$work/pipeline.yaml" "$@" 2>> "$work/client.log" || status=$?
    [[ $status -eq 0 || $status -eq 3 ]] || fail "weir ledger ended with $status"
}
# a broker that takes requests, with an empty topic edits
start_broker() {
    java -cp "$lib/*" -Dlog4j2.configurationFile="$work/conf/log4j2.properties" kafka.tools.StorageTool \
        format -t 4L6g3nShT-eMCtK--X86sw -c "$work/conf/server.properties" > "$work/format.log" 2>&1
    broker
    until (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do sleep 0.2; done
    java -cp "$lib/*" -Dlog4j2.configurationFile="$work/conf/log4j2.properties" "$here/Topic.java" "$broker" edits
}

violations=0
check() {
    if [[ $2 -ne 0 ]]; then
        echo "VIOLATION: $1: $2"
        violations=$((violations + $2))
    fi
}
# what readers have seen, against the ledger, once nothing publishes any more
judge() {
    sleep 2
    ledger --records | jq -r 'select(.record == "release") | .release + "\t" + .line' | sort > "$work/ledger"
    ledger --json > "$work/summary"
    for isolation in read_committed read_uncommitted; do
        check "I1, releases with two values, $isolation" "$(sort -u "$work/$isolation" | cut -f 1 | uniq -d | wc -l)"
        check "I2, visible and not so in the ledger, $isolation" "$(sort -u "$work/$isolation" | comm -23 - "$work/ledger" | wc -l)"
    done
    check "I1, twice in the ledger" "$(cut -f 1 "$work/ledger" | uniq -d | wc -l)"
    check "I3 to I7, the ledger is broken" "$(jq 'if .broken == null then 0 else 1 end' "$work/summary")"
    check "I9, starts that were refused" "$(grep -h -o 'StartRefused: LEDGER_[A-Z]*' "$work"/*.log | grep -c -v LEDGER_OWNED || true)"
    check "I10, windows that are missing" "$(cut -f 1 "$work/ledger" | awk -F / '
        {n[$4]++; if (!($4 in first) || $5 < first[$4]) first[$4] = $5; if ($5 > last[$4]) last[$4] = $5}
        END {for (k in n) missing += (last[k] - first[k]) / 1000 + 1 - n[k]; print missing + 0}')"
}

cat > "$work/conf/log4j2.properties" <<EOF
status=error
appender.c.type=Console
appender.c.name=c
appender.c.target=SYSTEM_ERR
appender.c.layout.type=PatternLayout
appender.c.layout.pattern=%d %p %c{1} %m%n
rootLogger.level=WARN
rootLogger.appenderRef.c.ref=c
EOF
cat > "$work/conf/server.properties" <<EOF
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://$broker,CONTROLLER://127.0.0.1:$((port + 1))
controller.listener.names=CONTROLLER
controller.quorum.voters=1@127.0.0.1:$((port + 1))
log.dirs=$work/broker
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.min.isr=1
transaction.abort.timed.out.transaction.cleanup.interval.ms=$cleanup
log.message.timestamp.type=LogAppendTime
EOF
cat > "$work/pipeline.yaml" <<EOF
pipeline: killed
domain: {name: killed}
source:
  kafka: {brokers: "$broker", topic: edits, start: earliest$client}
  format: csv
  columns: [time, unit, key]
  time: time
  unit: unit
clock: {by: append-time, delay: 0s, max-skew: 5m, idle: 1s}
privacy: {unit: user-per-day, budget: {epsilon: 1}}
queries:
  - name: edits
    key: {field: key, declared: [en, de, fr]}
    window: {tumbling: 1s}
    release: [{count: edits}]
    spend: {contributions: 2}
sink: {kafka: {topic: killed-released}}
checkpoint: {every: 300ms, dir: "file://$work/checkpoints"}
EOF

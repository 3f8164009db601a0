#!/bin/sh
# Makes the topics of pipeline.yaml: topics.sh KAFKA_TOPICS BROKER, where KAFKA_TOPICS is the path of kafka-topics.sh.
set -eu
topics=$1 broker=$2
# make TOPIC PARTITIONS SETTING...
make() {
    topic=$1 partitions=$2
    shift 2
    for setting in "$@"; do
        shift
        set -- "$@" --config "$setting"
    done
    "$topics" --bootstrap-server "$broker" --create --if-not-exists --topic "$topic" --partitions "$partitions" \
        --replication-factor 1 "$@"
}
# the clock goes by the broker's own stamp, which no producer can bend
make edits 3 message.timestamp.type=LogAppendTime retention.ms=604800000
# one partition: rows then have one order. What was published stays published
make edits-released 1 retention.ms=-1 cleanup.policy=delete
make edits-withheld 1 retention.ms=-1 cleanup.policy=delete
# raw bytes of refused records: as private as the input
make edits-dead-letter 1 retention.ms=604800000
# What the domain has released and spent, for as long as it lives: weir run refuses a ledger with other settings
make edits-ledger 1 retention.ms=-1 retention.bytes=-1 cleanup.policy=delete min.insync.replicas=1 unclean.leader.election.enable=false
# which domains have started here, and where the ledger of each is, for as long as the brokers live: as private as the ledger
make weir-domains 1 cleanup.policy=compact min.insync.replicas=1 unclean.leader.election.enable=false

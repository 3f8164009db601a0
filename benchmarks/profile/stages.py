#!/usr/bin/env python3
"""Sums collapsed stacks by thread and stage. Usage: stages.py FILE [MILLISECONDS RECORDS [THREADS]]

With the processor time that a sample stands for, and the number of records that the samples are of, they become nanoseconds a record, else
shares in percent. Timers of a kernel may be coarser than the interval that was asked for: divide the processor seconds that the runs have
printed by the samples of all threads but main. THREADS, a regular expression, keeps only threads with such names, and prints the methods
in which the samples are.
"""
import collections
import re
import sys

# a sample belongs to the first stage of which a frame is on its stack
STAGES = [
    ("broker", r"kafka/server|kafka/network|org/apache/kafka/storage|org/apache/kafka/server|org/apache/kafka/network"),
    ("fill the topic", r"PipelineBenchmark|Sources\.fill|FormatJobs\.fill|KafkaProducer|producer/internals"),
    ("garbage collection and compilation", r"^\[?(C1|C2|G1|GC|VM )|CompileBroker|G1|GangWorker|WorkerThread::run"),
    ("fetch", r"SplitFetcher|KafkaConsumer|consumer/internals"),
    ("split into fields", r"Splitter\.|UTF8StreamJson|ReaderBasedJson|jackson"),
    ("decode", r"RecordReader|ContributionReader|RecordValidator|EventReader"),
    ("serialisation and shuffle, sender", r"RecordWriter|RecordWriterOutput"),
    ("admission", r"operators/admit/(AdmitOperator|Admission|Verdicts|BatchBuffer)"),
    ("made object of the source", r"KafkaRecordEmitter|DeserializationSchema"),
    ("gate", r"operators/gate/"),
    ("release and publication", r"operators/(release|publish|result|levels)/|jobs/output"),
    ("shuffle, receiver", r"StreamTaskNetworkInput|AbstractStreamTaskNetworkInput|inputgate|SpillingAdaptive"),
    ("source", r"SourceOperator|SourceReader"),
]


def stage(stack):
    for name, pattern in STAGES:
        if re.search(pattern, stack):
            return name
    return "other"


def main():
    path, rest = sys.argv[1], sys.argv[2:]
    pattern = rest[2] if len(rest) > 2 else ""
    threads, stages, methods = (collections.Counter() for _ in range(3))
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            stack, count = line.rsplit(" ", 1)
            name = re.sub(r"\d+", "#", stack.split(";", 1)[0])[:40]
            if not re.search(pattern, name):
                continue
            threads[name] += int(count)
            stages[stage(stack)] += int(count)
            methods[stack.rsplit(";", 1)[-1]] += int(count)
    total = sum(threads.values())
    scale = 1e6 * float(rest[0]) / float(rest[1]) if rest else 100 / total
    unit = "ns" if rest else "%"
    for title, counter in ("stages", stages), ("threads", threads), *((("methods", methods),) if pattern else ()):
        print(f"{title} ({unit})")
        for name, count in counter.most_common(30):
            print(f"{count * scale:8.1f} {name}")


main()

package dev.weir.benchmarks;

import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.SetTypeInfo;

/** The number of distinct units of events, in plain Flink. */
final class DistinctUnits implements AggregateFunction<Event, Set<Tuple2<Long, Long>>, Long> {

    /** The type of the accumulator: the halves of the units' ids. */
    static final TypeInformation<Set<Tuple2<Long, Long>>> SET = new SetTypeInfo<>(Types.TUPLE(Types.LONG, Types.LONG));

    private static final long serialVersionUID = 1L;

    @Override
    public Set<Tuple2<Long, Long>> createAccumulator() {
        return new HashSet<>();
    }

    @Override
    public Set<Tuple2<Long, Long>> add(Event event, Set<Tuple2<Long, Long>> units) {
        units.add(Tuple2.of(event.unitHigh, event.unitLow));
        return units;
    }

    @Override
    public Long getResult(Set<Tuple2<Long, Long>> units) {
        return (long) units.size();
    }

    @Override
    public Set<Tuple2<Long, Long>> merge(Set<Tuple2<Long, Long>> a, Set<Tuple2<Long, Long>> b) {
        a.addAll(b);
        return a;
    }
}

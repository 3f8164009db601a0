package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what records move and cost at the nodes of levels, if values have several numbers. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelBlocksGateTest {

    /** A record moves every number of its block at one node of every level, and nothing else. */
    @Test
    void blocks_move_one_node_of_every_level_by_their_vectors() {
        Plan plan = LevelPlans.of(LevelPlans.tree(2, 1), LevelBlocks.HISTOGRAM, LevelBlocks.MEAN, LevelBlocks.VECTOR)
                .spending(1000, 3, Favour.EQUAL)
                .plan();
        GateRun run = new GateRun(plan);
        run.add(LevelBlocks.record(plan, 0, 1, 7));
        run.add(LevelBlocks.record(plan, 0, 0, 2));
        List<Long> seven = List.of(0L, 0L, 1L, 10L, 0L, 5L, -5L);
        List<Long> two = List.of(0L, 1L, 0L, 5L, 5L, 2L, -2L);
        List<Long> both = IntStream.range(0, two.size())
                .mapToObj(i -> two.get(i) + seven.get(i))
                .toList();
        assertThat(run.totals())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "0/*,*/" + Plans.HOUR, both,
                        "0/r0,*/" + Plans.HOUR, both,
                        "0/r0,t0/" + Plans.HOUR, two,
                        "0/r0,t1/" + Plans.HOUR, seven));
    }

    /** The next record of full size does not fit: at the root a block costs the square of K records, as a count does. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void as_many_full_size_vectors_fit_as_are_paid_for_and_no_more(int perWindow) {
        for (Aggregate block : List.of(LevelBlocks.HISTOGRAM, LevelBlocks.MEAN, LevelBlocks.VARIANCE)) {
            Plan plan = LevelPlans.of(LevelPlans.tree(2, 2), block)
                    .spending(12, perWindow, Favour.LEVELS)
                    .plan();
            GateRun run = new GateRun(plan);
            for (int i = 0; i < 12; i++) {
                run.add(LevelBlocks.record(plan, i / perWindow * Plans.HOUR, i % perWindow, 100));
            }
            assertThat(run.counted()).isEqualTo(12);
            run.add(LevelBlocks.record(plan, 100 * Plans.HOUR, 0, 100));
            assertThat(run.counted()).isEqualTo(12);
        }
    }
}

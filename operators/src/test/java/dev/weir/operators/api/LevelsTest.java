package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.query.Query;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelsTest {

    private record Ride(String district, String zone) {}

    private static UnkeyedQuery<Ride> rides() {
        return new UnkeyedQuery<>("rides", 1, ride -> true);
    }

    private static PrivateQuery<Ride> query(UnwindowedQuery<Ride> keyed) {
        return keyed.every(Duration.ofHours(1))
                .atMost(2, 1)
                .aggregate(Aggregation.count("rides"))
                .spending(6);
    }

    @Test
    void a_tree_has_a_row_for_everything_for_each_branch_and_for_each_leaf() {
        Query query = query(rides().byLevels(
                                List.of(Ride::district, Ride::zone),
                                List.of(
                                        List.of("river", "harbour"),
                                        List.of("hills", "top"),
                                        List.of("river", "quay"))))
                .planning(1, Favour.ROWS)
                .query();
        assertThat(query.keys().known())
                .containsExactly("*,*", "river,*", "hills,*", "river,harbour", "river,quay", "hills,top");
        assertThat(query.spend().perWindow()).isEqualTo(1);
        assertThat(query.spend().favour()).isEqualTo(Favour.ROWS);
    }

    @Test
    void sets_keep_the_attributes_that_they_name() {
        Query query = query(rides().bySets(
                                List.of(Ride::district, Ride::zone),
                                List.of(List.of("river", "hills"), List.of("a", "b")),
                                List.of(List.of(0, 1), List.of(1), List.of())))
                .query();
        assertThat(query.keys().known())
                .containsExactly("river,a", "river,b", "hills,a", "hills,b", "*,a", "*,b", "*,*");
    }

    @Test
    void one_attribute_has_rows_and_their_total() {
        Query query = query(rides().byLevels(List.of(Ride::zone), List.of(List.of("a"), List.of("b"))))
                .query();
        assertThat(query.keys().known()).containsExactly("*", "a", "b");
    }

    @Test
    void plans_of_levels_are_refused_without_levels() {
        PrivateQuery<Ride> flat = query(rides().byDeclaredKey(Ride::zone, List.of("a")));
        assertThatThrownBy(() -> flat.planning(1, Favour.ROWS)).hasMessageContaining("only where the key has levels");
        assertThatThrownBy(() -> flat.planning(0, Favour.ROWS)).hasMessageContaining("per-window must be >= 1");
    }
}

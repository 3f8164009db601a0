package dev.weir.operators.state.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FingerprintTest {

    private static final Queries QUERY =
            Queries.hourly("q").count().sum(0, 10).share("0.5").contributions(6);

    /** A change of this value drops the open windows of every job that is started again. */
    @Test
    void a_fingerprint_outlives_a_build() {
        assertThat(Fingerprint.of(Plans.daily(QUERY).queries().get(0)))
                .isEqualTo("073ff6525710cd1bf5f07b7e3942d8ce746d7872e142ded4c7087684cc42afb2");
        assertThat(Fingerprint.of(Plans.daily(Queries.hourly("q")
                                .unitSum(0, 10)
                                .recordsPerCell(2)
                                .contributions(3))
                        .queries()
                        .get(0)))
                .isEqualTo("69417152397cf46d25ee31db51bb7a4055a2a7fa701f567c1045a19f1a3001e0");
    }

    /** A change of these values refuses every job that is started again under the same versions. */
    @Test
    void the_parts_of_a_meaning_outlive_a_build() {
        QueryMeaning meaning = Fingerprint.meaning(Plans.daily(QUERY).queries().get(0));
        assertThat(meaning.cells()).isEqualTo("7fa2e75aa4f6fbd2ea8212cff77b3ebd8a7f24c050257cca98a8a4643535d835");
        assertThat(meaning.keys()).isEqualTo("923760f9acedd9fc73c706f80c6bf9297702498e8962bfff0ef23741810e7e5c");
        assertThat(meaning.version()).isEqualTo(1);
        assertThat(meaning.keyCount()).isEqualTo(2);
    }

    /** A meaning is stored under the name and the version, so they are not part of it. */
    @Test
    void keys_have_a_part_of_their_own_and_the_units_ids_none() {
        QueryMeaning meaning = meaning(QUERY);
        assertThat(meaning(QUERY.keys("b", "a")).cells()).isEqualTo(meaning.cells());
        assertThat(meaning(QUERY.keys("b", "a")).keys()).isNotEqualTo(meaning.keys());
        assertThat(meaning(QUERY.contributions(7)).keys()).isEqualTo(meaning.keys());
        assertThat(meaning(QUERY.contributions(7)).contradicts(meaning)).isTrue();
        assertThat(meaning(QUERY.contributions(7).version(2)).contradicts(meaning))
                .isFalse();
        assertThat(meaning(QUERY.named("r"))).isEqualTo(meaning);
        assertThat(Fingerprint.meaning(Plans.daily(QUERY)
                        .withUnitName(UnitName.of("rider"))
                        .queries()
                        .get(0)))
                .isEqualTo(meaning);
    }

    private static QueryMeaning meaning(Queries query) {
        return Fingerprint.meaning(Plans.daily(query).queries().get(0));
    }

    /** State contains the names of these constants. */
    @Test
    void the_names_in_state_stay_as_they_are() {
        assertThat(dev.weir.accountant.privacy.Currency.values())
                .extracting(Enum::name)
                .containsExactly("EPSILON", "RHO", "HALF_MU_SQUARED");
        assertThat(UnitKind.values())
                .extracting(Enum::name)
                .containsExactly("USER", "USER_PER_DAY", "USER_PER_HOUR", "USER_PER_WEEK", "USER_PER_MONTH", "EVENT");
        assertThat(dev.weir.operators.release.Outcome.Kind.values())
                .extracting(Enum::name)
                .containsExactly("RELEASED", "WITHHELD", "EXACT", "CLOSED");
    }

    /** If a query does not use bounds and clamps of later versions, its bytes contain nothing about them. */
    @Test
    void a_field_that_a_query_does_not_use_is_not_part_of_its_fingerprint() {
        assertThat(Bounds.NONE.identity().bytes()).isEmpty();
        assertThat(new dev.weir.operators.aggregate.Sum(
                                "s",
                                BigDecimal.ONE,
                                BigDecimal.ONE,
                                new dev.weir.operators.aggregate.Sum.Range(0, 1),
                                null)
                        .identity()
                        .bytes())
                .isEqualTo(new dev.weir.operators.encoding.TaggedFields()
                        .put(1, 2)
                        .put(2, "s")
                        .put(3, BigDecimal.ONE)
                        .put(4, BigDecimal.ONE)
                        .put(
                                5,
                                new dev.weir.operators.encoding.TaggedFields()
                                        .put(1, 0)
                                        .put(2, 1))
                        .bytes());
    }

    /** Each of these changes sets a price or a cell, and makes another query. */
    @Test
    void every_change_of_a_price_or_a_cell_changes_the_fingerprint() {
        Queries bare = Queries.hourly("q").share("0.5").contributions(6);
        List<Queries> changed = List.of(
                QUERY,
                Queries.hourly("r").count().sum(0, 10).share("0.5").contributions(6),
                QUERY.reading("robot == 0"),
                QUERY.share("0.25"),
                QUERY.contributions(7),
                QUERY.keys("b", "a"),
                QUERY.keys("a", "b", "c"),
                QUERY.keys("ab"),
                QUERY.every(Duration.ofMinutes(30)),
                QUERY.bounded(new Bounds(1, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED)),
                QUERY.recordsPerCell(1),
                QUERY.cellsPerPeriod(1),
                QUERY.windowsPerPeriod(1),
                bare.sum(0, 10).count(),
                bare.count(),
                bare.count().sum(0, 11),
                bare.count().sum(-1, 10),
                bare.count().unitSum(0, 10),
                bare.count().with(sum("sum", "2", "1")),
                bare.count().with(sum("sum", "1", "2")),
                bare.count().with(sum("total", "1", "1")));
        assertThat(distinct(changed.stream().map(Queries::query))).hasSize(changed.size());
        assertDistinctMeanings(changed);
    }

    /** Checks that queries have distinct meanings; the name is not part of a meaning. */
    private static void assertDistinctMeanings(List<Queries> queries) {
        assertThat(queries.stream().filter(query -> query.name().equals("q")).map(FingerprintTest::meaning))
                .doesNotHaveDuplicates()
                .hasSize(queries.size() - 1);
    }

    private static dev.weir.operators.aggregate.Sum sum(String name, String weight, String grid) {
        return new dev.weir.operators.aggregate.Sum(
                name,
                new BigDecimal(weight),
                new BigDecimal(grid),
                new dev.weir.operators.aggregate.Sum.Range(0, 10),
                null);
    }

    private static Set<String> distinct(Stream<Query> queries) {
        Set<String> prints = new HashSet<>();
        queries.forEach(query -> prints.add(Fingerprint.of(
                dev.weir.operators.query.Plan.of("test", PrivacyUnit.USER, Plans.PURE, Plans.TIMING, List.of(query))
                        .queries()
                        .get(0))));
        return prints;
    }

    @Test
    void the_version_and_the_budget_change_the_fingerprint() {
        Query one = QUERY.query();
        Query two = Queries.version(one, 2);
        assertThat(distinct(Stream.of(one, two))).hasSize(2);
        assertThat(Fingerprint.of(Plans.of(PrivacyUnit.USER, Plans.pure("2"), QUERY)
                        .queries()
                        .get(0)))
                .isNotEqualTo(Fingerprint.of(Plans.daily(QUERY).queries().get(0)));
    }

    @Test
    void what_neither_prices_nor_places_a_record_leaves_the_fingerprint_alone() {
        Queries limited = QUERY.keyAccount("10", Duration.ofDays(1));
        Queries sibling = Queries.hourly("sibling").count().share("0.5");
        String print = Fingerprint.of(Plans.daily(QUERY).queries().get(0));
        assertThat(Fingerprint.of(Plans.daily(sibling, limited).queries().get(1)))
                .isEqualTo(print);
    }

    @Test
    void a_mark_survives_being_written_down_whatever_the_name() {
        QueryIdentity mark = new QueryIdentity(
                "a name with  spaces",
                "abc",
                Plans.daily(QUERY).queries().get(0).price().share(),
                java.math.BigInteger.ONE.shiftLeft(120),
                null);
        assertThat(QueryIdentity.decode(mark.encode())).isEqualTo(mark);
    }
}

package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.testing.Crafted;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the routes of units and keys to key groups: they are even, and fixed, because they determine where state is. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RouteTest {

    private static final int GROUPS = 128;
    private static final int SAMPLE = 128_000;

    /** The routes were computed by XXH64 of lz4-java 1.10.3. */
    @ParameterizedTest
    @CsvSource({
        "ada, 2004957490",
        "7, 1681709225",
        "sixteen bytes id, 1905418240",
        "seventeen bytes.., -379987143",
        "6f1c4e2a-90b3-4d57-8e21-0c5d7a9be3f4, -1378419361",
        "é, 1483633578"
    })
    void a_unit_has_the_route_that_it_always_had(String id, int route) {
        assertThat(route(id.getBytes(StandardCharsets.UTF_8))).isEqualTo(route);
    }

    /** The routes were computed by XXH64 of lz4-java 1.10.3. */
    @ParameterizedTest
    @CsvSource({"q, a, 1998137764", "rides, harbour, 1557496744", "q, '', -109683428", "é, ü, 900524465"})
    void a_key_has_the_route_that_it_always_had(String query, String key, int route) {
        assertThat(KeyRouting.of(query, key)).isEqualTo(route);
    }

    private static int route(byte[] id) {
        AdmittedRecord record = new AdmittedRecord();
        record.start(id, 0);
        return record.route();
    }

    @Test
    void units_spread_evenly_however_their_ids_are_made() {
        requireEvenUnits(i -> Integer.toString(i).getBytes(StandardCharsets.UTF_8));
        requireEvenUnits(i -> ByteBuffer.allocate(8).putLong(i).array());
        requireEvenUnits(i -> ByteBuffer.allocate(16).putLong((long) i << 32).array());
        requireEvenUnits(Crafted::longId);
        requireEvenUnits(i -> Crafted.shortId(i, 31, 1));
        requireEvenUnits(i -> Crafted.shortId(i, 31, 17));
    }

    private static void requireEvenUnits(IntFunction<byte[]> id) {
        requireEven(i -> route(id.apply(i)));
    }

    @Test
    void keys_spread_evenly_even_if_javas_hash_is_the_same_for_all() {
        requireEven(i -> KeyRouting.of("q", Crafted.text(i)));
        requireEven(i -> KeyRouting.of(Crafted.text(i), "k"));
        requireEven(i -> KeyRouting.of("q", Integer.toString(i)));
    }

    /**
     * Tests 128 000 routes by chi-square over 128 key groups, with 127 degrees of freedom: mean 127, standard deviation 16.
     * Random routes exceed 230 with probability below 1e-6; these routes are fixed.
     */
    private static void requireEven(IntUnaryOperator routes) {
        long[] counts = new long[GROUPS];
        for (int i = 0; i < SAMPLE; i++) {
            counts[KeyGroupRangeAssignment.computeKeyGroupForKeyHash(routes.applyAsInt(i), GROUPS)]++;
        }
        double expected = SAMPLE / (double) GROUPS;
        double chiSquare = 0;
        for (long count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(230);
    }

    @Test
    void the_end_of_a_querys_name_is_not_the_start_of_a_key() {
        assertThat(KeyRouting.of("ab", "c")).isNotEqualTo(KeyRouting.of("a", "bc"));
    }
}

package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Scalar.PostProcessing;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares, bit by bit, the state of each kind of window, and what is drawn next, with an older build that had a releaser for
 * each kind. {@code golden/release-cells.txt} is what {@link #written} returned in that build; it is never written again.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CellFormsTest {

    private static final int STEPS = 5;

    private static Map<String, PricedQuery> cases() {
        Map<String, PricedQuery> cases = new LinkedHashMap<>();
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            Currency currency = budget == Plans.PURE ? Currency.EPSILON : Currency.HALF_MU_SQUARED;
            KeyAccountTerms daily = new KeyAccountTerms(Amount.atMost(currency, new BigDecimal("3")), Plans.DAY);
            String of = budget == Plans.PURE ? "laplace " : "gauss ";
            PostProcessing monotone = PostProcessing.NONE.nonNegative().monotone();
            Totals running = Totals.running("q", 24).with(new Count("count", BigDecimal.ONE, monotone));
            cases.put(
                    of + "tumbling",
                    priced(budget, Queries.hourly("q").count().sum(-9, 9).query()));
            cases.put(
                    of + "learnt",
                    priced(budget, Queries.hourly("q").count().with(learnt()).query()));
            cases.put(
                    of + "running",
                    priced(budget, running.with(Queries.clamped(-9, 9)).query()));
            cases.put(
                    of + "reset",
                    priced(
                            budget,
                            running.resetting(Duration.ofHours(4))
                                    .limited(daily)
                                    .query()));
            cases.put(
                    of + "sliding",
                    priced(budget, Totals.sliding("q", 3).count().with(mean()).query()));
        }
        return cases;
    }

    private static LearntTotal learnt() {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 0, false);
        return new LearntTotal("t", BigDecimal.ONE, clamp, LearntTotal.Kind.SUM);
    }

    private static Mean mean() {
        return new Mean("mean", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(-9, 9));
    }

    private static PricedQuery priced(Budget budget, Query query) {
        return Plan.of("test", PrivacyUnit.USER, budget, Plans.TIMING, List.of(query))
                .queries()
                .get(0);
    }

    private static Releaser releaser(PricedQuery priced, long seed, boolean reveals) {
        KeyEntries keys = new DeclaredEntries(priced.query().keys(), new int[] {0, 1}, new int[] {0, 1});
        return new Releaser(new StepRelease(0, priced, new SplittableRandom(seed)::nextLong, reveals), keys);
    }

    private static void add(Releaser releaser, PricedQuery priced, int hour) {
        long[] amounts = new long[priced.query().layout().coordinates()];
        Arrays.setAll(amounts, i -> i + hour);
        releaser.add(new PartialSum(0, 0, hour % 2, hour * Plans.HOUR, amounts));
    }

    /** Returns a releaser after five steps, while the sixth is open. */
    private static Releaser begun(PricedQuery priced, boolean reveals) {
        Releaser releaser = releaser(priced, 1, reveals);
        for (int hour = 1; hour <= STEPS; hour++) {
            add(releaser, priced, hour);
            releaser.close(hour * Plans.HOUR, new ArrayList<>());
        }
        add(releaser, priced, STEPS + 1);
        return releaser;
    }

    private static String state(Releaser releaser) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            releaser.view().keys().write(new DataOutputStream(bytes));
            String keys = HexFormat.of().formatHex(bytes.toByteArray());
            bytes.reset();
            releaser.view().cells().write(new DataOutputStream(bytes));
            return keys + " " + HexFormat.of().formatHex(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String next(Releaser releaser) {
        List<Outcome> outcomes = new ArrayList<>();
        releaser.close((STEPS + 1) * Plans.HOUR, outcomes);
        List<String> lines = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            // an exact outcome does not name its key by itself
            String name = outcome.kind() + " " + outcome.query() + "/" + outcome.key() + "/" + outcome.end();
            lines.add(name + " " + outcome.start() + " " + outcome.step() + " " + outcome.charge() + " "
                    + Arrays.toString(outcome.values()));
        }
        return String.join(";", lines);
    }

    /** Returns one line for each kind of window: its name, its state, and what is drawn next. */
    private static List<String> written() {
        List<String> lines = new ArrayList<>();
        cases().forEach((name, priced) -> {
            for (boolean reveals : new boolean[] {false, true}) {
                Releaser releaser = begun(priced, reveals);
                String state = state(releaser);
                lines.add(name + (reveals ? " revealed" : "") + "|" + state + "|" + next(releaser));
            }
        });
        return lines;
    }

    static Stream<String> golden() throws IOException {
        try (InputStream in = CellFormsTest.class.getResourceAsStream("/golden/release-cells.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return text
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(CellFormsTest::withPresentAccounts)
                    .toList()
                    .stream();
        }
    }

    /** Returns a line whose key accounts, which are written by the format before 4, have the present format. */
    private static String withPresentAccounts(String line) {
        int begin = line.indexOf('|') + 1;
        int end = line.indexOf(' ', begin);
        try {
            byte[] accounts = KeyAccounts.ofOldFormat(HexFormat.of().parseHex(line, begin, end));
            return line.substring(0, begin) + HexFormat.of().formatHex(accounts) + line.substring(end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void state_and_draws_are_those_of_a_build_with_a_releaser_for_each_kind_of_window(String line) {
        assertThat(written()).contains(line);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void such_state_opens_and_is_written_again_as_it_was(String line) throws IOException {
        String[] parts = line.split("\\|", -1);
        String[] state = parts[1].split(" ", -1);
        boolean reveals = parts[0].endsWith(" revealed");
        PricedQuery priced = Objects.requireNonNull(cases().get(parts[0].replace(" revealed", "")));
        Releaser releaser = releaser(priced, 2, reveals);
        releaser.readKeys(bytes(state[0]));
        DataInputStream cells = bytes(state[1]);
        releaser.readCells(cells);
        assertThat(cells.available()).isZero();
        assertThat(state(releaser)).isEqualTo(parts[1]);
    }

    private static DataInputStream bytes(String hex) {
        return new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(hex)));
    }
}

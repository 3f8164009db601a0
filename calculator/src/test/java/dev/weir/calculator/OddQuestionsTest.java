package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that every question is answered, or refused by a rule. The work of a question is limited by a count, not by time. The
 * time limit here only shows that a computation ends; {@code CalculatorBenchmark} measures times.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class OddQuestionsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0.0",
            "-1",
            "NaN",
            "Infinity",
            "4.9e-324",
            "1e-300",
            "1e-5",
            "1",
            "3",
            "1e4",
            "1e20",
            "1e150",
            "1e300");

    private static Asked ask(String line) {
        return assertTimeoutPreemptively(LONG, () -> Asked.line(line), line);
    }

    /** Requires that an answer has no NaN, and that a refusal is one line that names an option and a rule. */
    private static void assertAnsweredOrRefused(String line) {
        Asked outcome = ask(line);
        if (outcome.code() == 0) {
            assertThat(outcome.out()).as(line).isNotEmpty().doesNotContain("NaN");
        } else {
            assertThat(outcome.code()).as(line).isEqualTo(2);
            assertThat(outcome.err())
                    .as(line)
                    .matches("--[a-zA-Z0-9-]+: .*must .*\n")
                    .doesNotContain("could not be computed");
        }
    }

    /** Each of these questions once took more than 20 seconds, never ended, or was answered by a bound below the truth. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon --recipe gaussian(sigma=1e-300) --delta 1e-6",
                "epsilon --recipe laplace(b=1e-300) --delta 1e-6",
                "epsilon --recipe laplace(b=1e-100)*9223372036854775807 --delta 1e-300",
                "convert --from gdp --value 1e200 --delta 1e-6",
                "convert --from gdp --value 1e150 --delta 0.5",
                "epsilon --recipe dgauss(sigma=1e5)*1000000 --delta 1e-6",
                "epsilon --recipe subgauss(sigma=1,q=1e-300)*3 --delta 1e-6",
                "epsilon --recipe sublaplace(b=1,q=1e-100)*3 --delta 1e-6",
                "epsilon --recipe subgauss(sigma=1e-12,q=0.01)*3 --delta 1e-300",
                "delta --recipe sublaplace(b=1,q=0.3)*9223372036854775807 --epsilon 1",
                "noise --mechanism subsampled-gaussian --epsilon 1e300 --delta 1e-300 --rate 0.3",
                "noise --mechanism laplace --epsilon 1e300 --delta 1e-6 --compositions 2",
                "noise --mechanism discrete-gaussian --epsilon 1e-3 --delta 1e-6",
                "compose --rule kov15 --epsilon 1 --count 1000000000 --i 500000000"
            })
    void questions_that_had_no_end_are_answered_or_refused(String line) {
        assertAnsweredOrRefused(line);
    }

    static Stream<String> odd() {
        return NUMBERS.stream()
                .flatMap(n -> Stream.of(
                        "epsilon --recipe gaussian(sigma=" + n + ")*1000000000 --delta 1e-6",
                        "epsilon --recipe laplace(b=2)*20 --delta " + n,
                        "delta --recipe gaussian(sigma=3)*5 --epsilon " + n,
                        "rdp --recipe subgauss(sigma=1,q=0.01)*1000 --order " + n,
                        "rdp --recipe subgauss(sigma=1,q=" + n + ") --order 8",
                        "convert --from zcdp --value " + n + " --epsilon 1",
                        "convert --from zcdp --value " + n + " --delta 1e-6",
                        "convert --from gdp --value " + n + " --delta 1e-6",
                        "convert --from rdp --value 1 --order " + n + " --delta 1e-6",
                        "budget --epsilon " + n + " --delta 1e-6",
                        "budget --epsilon 1 --delta " + n,
                        "noise --mechanism gaussian --epsilon " + n + " --delta 1e-6",
                        "compose --rule kov15 --epsilon " + n + " --count 1000000000 --slack 1e-6",
                        "compose --rule group --epsilon " + n + " --delta 1e-9 --count 1000000000",
                        "select --strategy gaussian --epsilon " + n + " --delta 1e-6 --num-users 5",
                        "select --strategy truncated-geometric --epsilon " + n + " --delta 1e-6 --num-users 5",
                        "vote --mechanism lnmax --lnmax-gamma " + n + " --queries-answered 1000 --delta 1e-6",
                        "deniability --k 50 --gamma " + n + " --epsilon0 1 --t 20",
                        "deniability --k 2147483647 --gamma 4 --epsilon0 " + n + " --delta 1e-6"));
    }

    /** Numbers of steps, contributions and panes in addition to {@link #NUMBERS}: powers of two around limits. */
    private static final List<String> COUNTS = List.of("2", "1e6", "16777217", "140737488355328", "140737488355329");

    static Stream<String> oddSeries() {
        return Stream.concat(NUMBERS.stream(), COUNTS.stream())
                .flatMap(n -> Stream.of(
                        "running --mechanism blt --steps " + n,
                        "running --mechanism blt --steps 1000 --at " + n,
                        "running --mechanism blt --steps 288 --buffers " + n,
                        "running --mechanism blt --steps " + n + " --buffers 10 --objective mean",
                        "running --mechanism blt --steps 140737488355328 --separation " + n + " --participations " + n,
                        "running --mechanism blt --steps " + n
                                + " --horizon infinite --participations 30 --separation 2",
                        "running --mechanism anytime --steps " + n,
                        "running --mechanism tree --steps " + n,
                        "running --mechanism tree --steps 140737488355328 --participations 64 --separation " + n,
                        "running --mechanism tree --steps 1e6 --separation 1 --participations " + n,
                        "running --mechanism honaker --steps " + n + " --participations 30 --separation 24",
                        "running --mechanism kary --steps " + n,
                        "running --mechanism kary --steps 1e6 --k " + n,
                        "running --mechanism increment --steps " + n + " --participations " + n,
                        "running --mechanism recompute --steps " + n + " --law laplace",
                        "running --mechanism sqrt --steps " + n,
                        "running --mechanism sqrt --steps " + n + " --participations 1e6 --separation 3",
                        "running --mechanism sqrt --law laplace --steps " + n + " --participations 1e6 --separation 3",
                        "sliding --window " + n,
                        "sliding --window 24 --buffers " + n));
    }

    /** Returns questions about noise of blocks, each with one odd number. */
    static Stream<String> oddBlocks() {
        List<String> questions = List.of(
                "moments --kind mean --law laplace --share 1 --low 0 --high 10 --true-count 9 --true-mean 5",
                "moments --kind variance --law gaussian --share 1 --low 0 --high 10 --grid 1 --contributions 2 --true-count 9"
                        + " --true-mean 5 --true-variance 2",
                "estimate --kind mean --law laplace --scale-or-sigma-squared 9 --low-steps 0 --R-steps 9 --grid 1"
                        + " --noisy-coordinates 41~59",
                "ratio --denominator-high-steps 20 --numerator-high-steps 5 --law laplace --price 1 --true-denominator 90"
                        + " --true-numerator 19",
                "ratio --denominator-high-steps 20 --numerator-high-steps 5 --law gaussian --price 1 --true-denominator 90"
                        + " --ratio 1",
                "histogram --law laplace --price 1 --bins 3",
                "histogram --law gaussian --price 1 --bins 3",
                "vector --law gaussian --dimension 3 --bound 1 --grid 0.001 --price 1",
                "vector --law laplace --dimension 3 --bound 1 --price 1",
                "tree --law laplace --leaves 9",
                "tree-error --law laplace --price 1 --k 4 --levels 2 --roots 4 --first-leaves 1 --q 0.5",
                "tree-solve --k 2 --levels 1 --roots 2 --noisy-nodes-by-level 1~2 --q 0.5 --half-width 3",
                "learn --kind moments --features 6 --radius 1 --label-bound 1 --contributions 3 --epsilon 1 --delta 1e-6",
                "learn --kind ftrl --steps 64 --participations 4 --separation 8 --theta 0.5 --omega 0.25 --clip 1 --epsilon 1"
                        + " --delta 1e-6",
                "learn --kind output-perturbation --lipschitz 1 --strong-convexity 100 --records-per-unit 2"
                        + " --gradient-tolerance 1e-6 --dimension 5 --epsilon 1 --delta 1e-6",
                "learn --kind noisy-gradient --lipschitz 1 --records-per-unit 2 --diameter 2 --iterations 20 --examples 10000"
                        + " --dimension 8 --epsilon 1 --delta 1e-6");
        return questions.stream().flatMap(OddQuestionsTest::withOneOddNumber);
    }

    /** Returns questions about draws, each with one odd number. */
    static Stream<String> oddSelections() {
        return Stream.of(
                        "choose-price --epsilon 1",
                        "choose-price --half-mu-squared 1",
                        "select-among --mechanism permute-and-flip --scores 3 --temperature 1",
                        "select-among --mechanism exponential --scores 3~1/2 --temperature 1",
                        "learnt-clamp --mechanism permute-and-flip --records-per-bin 0~5~80 --temperature 1 --kappa 2"
                                + " --previous-exponent 0",
                        "learnt-clamp --mechanism exponential --records-per-bin 3 --temperature 1 --kappa 2"
                                + " --previous-exponent 0")
                .flatMap(OddQuestionsTest::withOneOddNumber);
    }

    /** Questions about local reports, each with one odd number. */
    static Stream<String> oddReports() {
        return Stream.of(
                        "local --mechanism subset-selection --domain 51 --epsilon 1 --n 1000 --true-count 7",
                        "local --mechanism hadamard --domain 51 --epsilon 1 --n 1000 --true-count 7",
                        "local --scheme rappor --domain 16 --f 0.5 --p-irr 0.5 --q-irr 0.75 --values-remembered 3",
                        "local --scheme memoized-unary-symmetric --domain 16 --epsilon-permanent 2"
                                + " --epsilon-first-report 1",
                        "local --scheme memoized-unary-optimized-then-symmetric --domain 16 --epsilon-permanent 2"
                                + " --epsilon-first-report 1",
                        "local --scheme memoized-response --domain 16 --epsilon-permanent 2 --values-remembered 3",
                        "local-mean --epsilon 2 --levels 5 --width 2 --x 0.5",
                        "shuffle --n 500 --epsilon0 1 --delta 1e-6 --domain 10 --epsilon-probe 0.1",
                        "deniability --k 50 --gamma 4 --epsilon0 1 --delta-wanted 1e-6 --pass-rate-floor 0.5 --records 100",
                        "attacks --attack tracker --against fresh-noise --epsilon 1 --times 10",
                        "attacks --attack averaging --against weir --epsilon 1 --times 10",
                        "attacks --attack sliding-windows --against fresh-noise --epsilon 0.1 --panes 60",
                        "attacks --attack membership --against fresh-noise --epsilon 1 --columns 1000 --people 100",
                        "attacks --attack membership --against weir --epsilon 1 --delta 1e-6 --columns 1000 --people 100",
                        "attacks --attack restart --against fresh-noise --parameters epsilon~1,~20~restores")
                .flatMap(OddQuestionsTest::withOneOddNumber);
    }

    /** Questions about votes, each with one odd number. */
    static Stream<String> oddVotes() {
        return Stream.of(
                        "vote --budget --epsilon 1 --delta 1e-5 --sigma1 150 --sigma2 40 --asked-per-answer 2",
                        "vote --log-q0 --sigma 40 --order 8",
                        "vote --winner --mechanism gnmax --votes 10~8~3 --sigma 4 --grid-bits 16",
                        "vote --mechanism confident-gnmax --votes 60~25 --threshold 70 --sigma1 15 --sigma2 12",
                        "vote --mechanism lnmax --votes 60~25 --lnmax-gamma 0.3",
                        "vote --mechanism gnmax --votes 60~25~+~|~80~3~+ --sigma 40 --order 4 --delta 1e-5 --grid-bits 8",
                        "vote --mechanism confident-gnmax --votes 60~25~+~|~80~3~- --threshold 70 --sigma1 15 --sigma2 12"
                                + " --order 4 --delta 1e-5 --teachers 90",
                        "vote --votes 200~30~20 --sigma 40 --order 10 --beta 0.03 --sigma-ss 20 --teachers 300",
                        "vote --votes top~20~of~30 --threshold 16 --sigma 2 --order 10 --beta 0.04 --sigma-ss 12")
                .flatMap(OddQuestionsTest::withOneOddNumber);
    }

    /** Replaces each number of a question in turn by each odd number. */
    private static Stream<String> withOneOddNumber(String question) {
        String[] words = question.split(" ");
        return IntStream.range(0, words.length)
                .filter(i -> Character.isDigit(words[i].charAt(0)))
                .boxed()
                .flatMap(i -> NUMBERS.stream().map(number -> {
                    String[] odd = words.clone();
                    odd[i] = number;
                    return String.join(" ", odd);
                }));
    }

    @ParameterizedTest
    @MethodSource({"odd", "oddSeries", "oddBlocks", "oddSelections", "oddReports", "oddVotes"})
    void odd_questions_are_answered_or_refused_by_a_rule(String line) {
        assertAnsweredOrRefused(line);
    }

    /** exp(-1 / (4e-300)) is not 0, but too small for a double. */
    @ParameterizedTest
    @ValueSource(strings = {"1e-300", "1e-310", "1e-20", "1e-3"})
    void a_delta_that_no_double_holds_is_not_said_to_be_0(String rho) {
        Asked outcome = ask("convert --from zcdp --value " + rho + " --epsilon 1");
        assertThat(outcome.out().lines().skip(1)).hasSize(2).allSatisfy(cell -> assertThat(
                        Double.parseDouble(cell.substring(cell.indexOf("= ") + 2)))
                .isPositive());
    }

    @ParameterizedTest
    @ValueSource(strings = {"then 2147483647 classes of 1", "1 then 10000000 classes of 1"})
    void a_vote_has_at_most_a_million_classes_more(String votes) {
        Asked asked = Asked.of("vote", "--mechanism", "gnmax", "--sigma2", "20", "--order", "8", "--votes", votes);
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).startsWith("--votes: must be ");
    }
}

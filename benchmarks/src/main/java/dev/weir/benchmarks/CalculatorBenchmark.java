package dev.weir.benchmarks;

import dev.weir.calculator.CalcCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * Times the privacy calculator on random questions with unusual numbers, in processor seconds, and prints the slowest
 * questions.
 *
 * <p>A fixed seed generates the questions: they cover every form of the calculator. Each option gets a number from a list of
 * ordinary and extreme values, such as 0, NaN, infinity, and very small and very large doubles. The warm-up of the JVM should
 * not count, so run the benchmark with {@code -XX:TieredStopAtLevel=1}, as the command line does.
 *
 * <p>Arguments: the number of questions (2000), and the seed (1).
 */
public final class CalculatorBenchmark {

    private static final int SHOWN = 20;
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0.0",
            "-1",
            "NaN",
            "Infinity",
            "4.9e-324",
            "1e-300",
            "1e-100",
            "1e-20",
            "1e-9",
            "1e-6",
            "1e-3",
            "0.01",
            "0.3",
            "0.5",
            "0.999",
            "1",
            "1.0000001",
            "2",
            "8",
            "17",
            "300",
            "1e4",
            "1e9",
            "1e20",
            "1e100",
            "1e150",
            "1e300");
    private static final List<String> COUNTS = List.of(
            "0",
            "-1",
            "1",
            "2",
            "3",
            "1000",
            "1000000",
            "1000000000",
            "2147483647",
            "9223372036854775807",
            "1e30",
            "0.5");
    private static final List<String> MECHANISMS = List.of(
            "gaussian(sigma=%s)",
            "laplace(b=%s)",
            "dlaplace(a=%s)",
            "dgauss(sigma=%s)",
            "pure(eps=%s)",
            "expmech(eps=%s)",
            "rr(p=%s,buckets=3)",
            "epsdelta(eps=%s,delta=1e-9)",
            "subgauss(sigma=%s,q=0.01)",
            "subgauss(sigma=1,q=%s)",
            "sublaplace(b=%s,q=0.01)",
            "sublaplace(b=1,q=%s)");

    private final Random random;

    private record Timed(double seconds, int code, String question) {}

    private CalculatorBenchmark(long seed) {
        this.random = new Random(seed);
    }

    /**
     * Runs the benchmark.
     *
     * @param arguments the number of questions, 2000 if missing, and the seed of the questions, 1 if missing
     */
    public static void main(String[] arguments) {
        int questions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        new CalculatorBenchmark(seed).measure(questions);
    }

    private void measure(int questions) {
        List<Timed> all = new ArrayList<>();
        for (int i = 0; i < questions; i++) {
            all.add(ask(question()));
        }
        all.sort(Comparator.comparingDouble(Timed::seconds).reversed());
        long answered = all.stream().filter(timed -> timed.code == 0).count();
        System.out.printf("%d questions, %d answered, the others refused%n", questions, answered);
        all.stream()
                .limit(SHOWN)
                .forEach(timed ->
                        System.out.printf("%6.2f s  exit %d  %s%n", timed.seconds, timed.code, timed.question));
    }

    private static Timed ask(String question) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        CommandLine calc = new CommandLine(CalcCommand.spec())
                .setOut(nowhere)
                .setErr(nowhere)
                .setExecutionExceptionHandler((refusal, command, parsed) -> 2);
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        int code = calc.execute(question.split(" "));
        long after = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        return new Timed((after - before) / 1e9, code, question);
    }

    private String question() {
        List<Supplier<String>> forms = List.of(
                () -> "epsilon --recipe " + recipe() + " --delta " + number(),
                () -> "delta --recipe " + recipe() + " --epsilon " + number(),
                () -> "rdp --recipe " + recipe() + " --order " + number(),
                () -> "convert --from rdp --value " + recipe() + " --delta " + number(),
                () -> "convert --from rdp --value " + recipe() + " --epsilon " + number(),
                () -> "convert --from " + one(List.of("zcdp", "gdp")) + " --value " + number() + " --delta " + number(),
                () -> "convert --from " + one(List.of("zcdp", "gdp")) + " --value " + number() + " --epsilon "
                        + number(),
                () -> "budget --epsilon " + number() + " --delta " + number(),
                this::noise,
                () -> "compose --rule " + one(List.of("drv10", "improved", "kov15")) + " --epsilon " + number()
                        + " --count " + one(COUNTS) + " --slack " + number(),
                () -> "select --strategy " + one(List.of("laplace", "gaussian", "truncated-geometric")) + " --epsilon "
                        + number() + " --delta " + number() + " --num-users " + one(COUNTS),
                () -> "vote --mechanism gnmax --sigma2 " + number() + " --queries-answered " + one(COUNTS) + " --delta "
                        + number(),
                this::running,
                () -> "sliding --window " + one(COUNTS) + (random.nextBoolean() ? "" : " --buffers 10"),
                () -> "deniability --k " + one(COUNTS) + " --gamma " + number() + " --epsilon0 " + number()
                        + " --delta " + number());
        return forms.get(random.nextInt(forms.size())).get();
    }

    private String noise() {
        String mechanism = one(List.of("gaussian", "laplace", "discrete-gaussian", "subsampled-gaussian"));
        String rate = mechanism.startsWith("sub") ? " --rate " + number() : "";
        return "noise --mechanism " + mechanism + " --epsilon " + number() + " --delta " + number() + " --compositions "
                + one(COUNTS) + rate;
    }

    private String running() {
        String mechanism = one(List.of("blt", "anytime", "tree", "honaker", "kary", "increment", "recompute", "sqrt"));
        String buffers = mechanism.equals("blt") && random.nextBoolean() ? " --objective mean --buffers 10" : "";
        return "running --mechanism " + mechanism + " --steps " + one(COUNTS) + " --participations " + one(COUNTS)
                + " --separation " + one(COUNTS) + buffers;
    }

    private String recipe() {
        String recipe = mechanism();
        for (int more = random.nextInt(3); more > 0; more--) {
            recipe += "+" + mechanism();
        }
        return recipe;
    }

    private String mechanism() {
        String one = one(MECHANISMS).formatted(number());
        return random.nextBoolean() ? one : one + "*" + (1L << random.nextInt(62));
    }

    private String number() {
        return one(NUMBERS);
    }

    private String one(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

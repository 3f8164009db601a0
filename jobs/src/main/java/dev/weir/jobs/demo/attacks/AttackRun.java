package dev.weir.jobs.demo.attacks;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.calculator.attack.AttackCalculation;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.jobs.demo.attacks.job.PlainJob;
import dev.weir.jobs.demo.attacks.job.Weakness;
import dev.weir.jobs.demo.attacks.job.WeirJob;
import dev.weir.jobs.demo.attacks.job.Worlds;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Seen;
import dev.weir.jobs.demo.attacks.world.Target;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.jobs.embedded.TemporaryFolder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Carries attacks out in many worlds each, against every target: all plain windows in one job, and for each attack a job of the Java API.
 */
public final class AttackRun {

    private final int worlds;
    private final Weakness weakness;
    private final Consumer<String> progress;

    /**
     * A run.
     *
     * @param worlds how many worlds each attack has, at least 1
     * @param progress is told how far it is
     */
    public AttackRun(int worlds, Consumer<String> progress) {
        this(worlds, Weakness.NONE, progress);
    }

    /** A run for tests, with a weakness in Weir. */
    AttackRun(int worlds, Weakness weakness, Consumer<String> progress) {
        this.worlds = worlds;
        this.weakness = weakness;
        this.progress = progress;
    }

    /**
     * The exit code of a command that has carried attacks out: 0 if every bar is within its band, else 1.
     *
     * @param results what the attacks have come to
     */
    public static int exitCode(List<Result> results) {
        return results.stream().allMatch(Result::isInside) ? 0 : 1;
    }

    /** What an adversary has seen of each target. */
    private record Sight(Worlds worlds, Map<Target, Seen> seen) implements AutoCloseable {

        static Sight of(Worlds worlds) {
            Map<Target, Seen> seen = new EnumMap<>(Target.class);
            for (Target target : Target.values()) {
                seen.put(target, new Seen(worlds.count(), worlds.attack().figures()));
            }
            return new Sight(worlds, seen);
        }

        Seen of(Target target) {
            Seen found = seen.get(target);
            if (found == null) {
                throw new IllegalStateException("every target is seen");
            }
            return found;
        }

        @Override
        public void close() {
            seen.values().forEach(Seen::close);
        }
    }

    /**
     * Carries attacks out.
     *
     * @param attacks the attacks
     */
    public List<Result> of(List<Attack> attacks) throws Exception {
        KeyStream seeds = KeyStream.fresh();
        List<Sight> sights = attacks.stream()
                .map(attack -> Sight.of(new Worlds(attack, seeds.nextLong(), worlds)))
                .toList();
        try (TemporaryFolder folder = TemporaryFolder.of("weir-attacks")) {
            PlainJob plain = new PlainJob(folder.path().resolve("plain"));
            sights.forEach(sight -> plain.add(sight.worlds(), sight.of(Target.RAW), sight.of(Target.NAIVE)));
            progress.accept("attacking raw windows and naive noise");
            plain.run();
            List<Result> results = new ArrayList<>();
            for (Sight sight : sights) {
                String name = sight.worlds().attack().name();
                progress.accept("attacking Weir: " + name);
                WeirJob job =
                        new WeirJob(sight.worlds(), weakness, folder.path().resolve(name));
                results.add(result(sight, job.run(sight.of(Target.WEIR))));
            }
            return results;
        } finally {
            sights.forEach(Sight::close);
        }
    }

    private Result result(Sight sight, int refused) {
        Attack attack = sight.worlds().attack();
        List<Bar> bars = new ArrayList<>();
        for (Target target : Target.values()) {
            bars.add(bar(attack, target, rate(sight, target)));
        }
        return new Result(attack.name(), bars, refused, attack.restores());
    }

    private double rate(Sight sight, Target target) {
        int right = 0;
        for (int number = 0; number < worlds; number++) {
            World world = sight.worlds().world(number);
            boolean guess = sight.worlds().attack().guess(sight.of(target).of(world, target));
            right += guess == world.bit() ? 1 : 0;
        }
        return (double) right / worlds;
    }

    private Bar bar(Attack attack, Target target, double rate) {
        String law = attack.laws().of(target);
        Answer answer = AttackCalculation.CALCULATION.ask(new Arguments(options(law)));
        return new Bar(target, rate, number(answer, "success"), number(answer, "bound"), worlds, "attacks " + law);
    }

    private static Map<String, String> options(String law) {
        Map<String, String> options = new LinkedHashMap<>();
        String[] words = law.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            options.put(words[i].substring(2), words[i + 1]);
        }
        return options;
    }

    private static OptionalDouble number(Answer answer, String column) {
        String cell = answer.cell(column);
        return cell.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(cell));
    }
}

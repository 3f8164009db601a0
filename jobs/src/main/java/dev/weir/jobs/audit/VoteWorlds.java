package dev.weir.jobs.audit;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.kind.votes.VotesKind;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.testing.published.WorldKey;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.SlotContent;
import dev.weir.testing.world.SlotSchedule;
import dev.weir.testing.world.VoteRelease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The questions and votes of the worlds of one scenario. Every world has the same questions, one after the other.
 *
 * @param pipeline the audited pipeline, with the names of its columns
 * @param scenario what happens
 * @param number the number of the scenario
 * @param questions how many questions a world has
 */
record VoteWorlds(Pipeline pipeline, VoteScenario scenario, int number, int questions) {

    /** How long a question is open. */
    static final Duration OPEN = Duration.ofSeconds(1);

    /** The time of the first question: the begin of a day. */
    private static final long START = Duration.ofDays(20_500).toMillis();

    private static final String QUESTION = "WEIR-QUESTION";
    private static final int PARTITIONS = 2;
    private static final int LABELS = 2;

    private static long time(int question) {
        return START + question * OPEN.toMillis();
    }

    /** Covers all questions. */
    Schedule schedule() {
        return new Schedule(START, time(questions));
    }

    /** The order of the votes of some worlds. */
    SlotSchedule slots(int worlds) {
        List<Long> stamps = IntStream.range(0, questions)
                .boxed()
                .flatMap(
                        question -> LongStream.rangeClosed(1, scenario.votes()).mapToObj(vote -> time(question) + vote))
                .toList();
        return SlotSchedule.of(List.of(stamps), pipeline.plan().timing().delayMillis(), worlds, PARTITIONS);
    }

    /** The questions of some worlds, each with a belief that is the same for all labels. */
    VoteRelease.Questions asked(int worlds) {
        double[] belief = new double[VotesKind.terms(pipeline).mechanism().isInteractive() ? LABELS : 0];
        Arrays.fill(belief, 1.0 / LABELS);
        int of = number;
        return index -> {
            long question = index / worlds;
            String id = new WorldKey(of, (int) (index % worlds), "q" + question).name();
            return new PublicQuestion(id, time((int) question), belief);
        };
    }

    /**
     * The votes.
     *
     * @param trials tells which worlds have the canary
     * @param first the number of the first of these worlds
     */
    SlotContent votes(Trials trials, int first) {
        int votes = scenario.votes();
        String[] with = templates(scenario.with());
        String[] without = templates(scenario.without());
        int of = number;
        return (only, step, world) -> {
            String template = (trials.hasCanary(first + world) ? with : without)[step];
            String id = new WorldKey(of, world, "q" + step / votes).name();
            return template.replace(QUESTION, id).getBytes(StandardCharsets.UTF_8);
        };
    }

    /** The votes of a world in their order; the canary is the last on every question. */
    private String[] templates(int canary) {
        return IntStream.range(0, questions * scenario.votes())
                .mapToObj(step -> template(step, canary))
                .toArray(String[]::new);
    }

    private String template(int step, int canary) {
        int vote = step % scenario.votes();
        boolean isCanary = vote == scenario.others().size();
        Source source = pipeline.source();
        Map<String, String> values = new LinkedHashMap<>();
        values.put(source.time(), Long.toString(time(step / scenario.votes()) + vote + 1));
        values.put(source.unit(), isCanary ? "canary" : "other-" + vote);
        values.put(pipeline.fields().get(0).key(), QUESTION);
        values.put(
                VotesKind.label(pipeline),
                label(isCanary ? canary : scenario.others().get(vote)));
        return source.format().text().write(values);
    }

    private String label(int number) {
        return number == VoteScenario.UNREADABLE
                ? "unreadable"
                : VotesKind.terms(pipeline).labels().get(number);
    }
}

package dev.weir.jobs.kind.votes;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.record.SampleReader;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.vote.VoteTerms;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A sample of votes: how many teachers vote on each question, and how many questions the budget pays for. */
final class VotesSample implements PipelineKind.Sample {

    private final VoteTerms terms;
    private final SampleReader reader;
    private final Map<String, Set<String>> voters = new TreeMap<>();
    private final Set<String> teachers = new HashSet<>();
    private final AdmittedRecord record = new AdmittedRecord();
    private final RecordCounters counters = RecordCounters.empty(1);

    VotesSample(Pipeline pipeline, AskedVotes asked) {
        this.terms = asked.terms();
        this.reader = new SampleReader(withoutLabels(pipeline));
    }

    /** The pipeline without the condition on the label: an abstention is a vote. */
    private static Pipeline withoutLabels(Pipeline pipeline) {
        QueryFields fields = pipeline.fields().get(0);
        return new Pipeline(
                pipeline.name(),
                pipeline.source(),
                pipeline.clock(),
                pipeline.plan(),
                pipeline.domainBudget(),
                List.of(new QueryFields(List.of(), fields.key(), fields.reads())),
                pipeline.sink(),
                pipeline.limits(),
                pipeline.checkpoint(),
                pipeline.terms());
    }

    @Override
    public void line(byte[] line, long stamp) {
        String question = reader.read(line) ? reader.key(0) : null;
        if (question != null) {
            voters.computeIfAbsent(question, id -> new HashSet<>()).add(reader.unit());
            teachers.add(reader.unit());
        }
    }

    @Override
    public void pass(ContributionBatch batch) {
        for (int at = 0; at < batch.size(); ) {
            at = batch.read(at, record);
            counters.add(0, RecordOutcome.COUNTED);
        }
    }

    @Override
    public RecordCounters finish() {
        return counters;
    }

    @Override
    public List<String> lines() {
        if (voters.isEmpty()) {
            return List.of("no vote was taken");
        }
        int fewest = voters.values().stream().mapToInt(Set::size).min().orElseThrow();
        int most = voters.values().stream().mapToInt(Set::size).max().orElseThrow();
        VoteAffords affords =
                new VoteAffords(terms.account().prices(), terms.account().budget());
        return List.of(
                voters.size() + " questions have votes, of " + fewest + " to " + most + " teachers each; "
                        + teachers.size() + " teachers vote",
                "the budget pays for " + affords.answered() + " questions if all of them are answered");
    }

    @Override
    public List<String> warnings() {
        return teachers.size() <= terms.teachers()
                ? List.of()
                : List.of("votes.teachers: " + teachers.size() + " teachers vote, and " + terms.teachers()
                        + " are declared: is field votes.teacher that of a teacher?");
    }
}

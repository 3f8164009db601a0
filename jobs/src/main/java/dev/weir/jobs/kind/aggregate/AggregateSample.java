package dev.weir.jobs.kind.aggregate;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.sample.SampleMistakes;
import dev.weir.jobs.sample.SampleReport;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.LocalGate;
import dev.weir.operators.time.Schedule;
import java.util.List;
import java.util.stream.Stream;

/** A sample whose records pass the gate: it shows what bounds and accounts drop, and which bounds would suit. */
final class AggregateSample implements PipelineKind.Sample {

    private final LocalGate gate;
    private final SampleReport report;
    private final SampleMistakes mistakes;

    AggregateSample(Pipeline pipeline, Schedule schedule) {
        this.gate = new LocalGate(pipeline.plan(), schedule, sum -> {});
        this.report = new SampleReport(pipeline);
        this.mistakes = new SampleMistakes(pipeline);
    }

    @Override
    public void line(byte[] line, long stamp) {
        report.add(line, stamp);
        mistakes.add(line);
    }

    @Override
    public void pass(ContributionBatch batch) {
        gate.pass(batch);
    }

    @Override
    public RecordCounters finish() {
        gate.finish();
        return gate.counters();
    }

    @Override
    public List<String> lines() {
        return Stream.concat(report.lines().stream(), mistakes.lines().stream()).toList();
    }

    @Override
    public List<String> warnings() {
        return mistakes.warnings();
    }
}

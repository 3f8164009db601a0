package dev.weir.jobs.kind.reports;

import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.kind.question.ReportErrors;
import dev.weir.jobs.kind.question.ThreeDigits;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.time.Window;
import java.util.List;
import java.util.TreeMap;

/** A sample of reports: how many each window or pane has, and which windows would be withheld. */
final class ReportsSample implements PipelineKind.Sample {

    private final ReportsTerms terms;
    private final Window window;
    private final TreeMap<Long, Long> panes = new TreeMap<>();
    private final AdmittedRecord report = new AdmittedRecord();
    private final RecordCounters counters = RecordCounters.empty(1);

    ReportsSample(ReportsTerms terms) {
        this.terms = terms;
        this.window = terms.asked().window();
    }

    @Override
    public void line(byte[] line, long stamp) {
        // what is said of a sample follows from the reports that admission takes
    }

    @Override
    public void pass(ContributionBatch batch) {
        for (int at = 0; at < batch.size(); ) {
            at = batch.read(at, report);
            panes.merge(window.cellEnd(report.time()), 1L, Long::sum);
            counters.add(0, RecordOutcome.COUNTED);
        }
    }

    @Override
    public RecordCounters finish() {
        return counters;
    }

    private long reports(long end) {
        return panes.subMap(window.start(end, 1), false, end, true).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private long fewest() {
        return panes.keySet().stream().mapToLong(this::reports).min().orElse(0);
    }

    @Override
    public List<String> lines() {
        long most = panes.keySet().stream().mapToLong(this::reports).max().orElse(0);
        ReportErrors errors =
                new ReportErrors(terms.asked().question(), terms.epsilon().doubleValue());
        return most == 0
                ? List.of("no report was taken")
                : List.of(
                        panes.size() + " windows end with reports, of " + fewest() + " to " + most + " reports each",
                        "stddev " + ThreeDigits.rounded(errors.local(most)) + " in the largest, "
                                + ThreeDigits.rounded(errors.local(Math.max(1, fewest()))) + " in the smallest");
    }

    @Override
    public List<String> warnings() {
        long minimum = terms.asked().estimate().minimumReports();
        long withheld =
                panes.keySet().stream().filter(end -> reports(end) < minimum).count();
        return withheld == 0
                ? List.of()
                : List.of("estimate.minimum-reports: " + withheld + " of " + panes.size()
                        + " windows have fewer and are withheld");
    }
}

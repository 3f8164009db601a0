package dev.weir.jobs.audit;

import dev.weir.jobs.output.JsonText;
import dev.weir.testing.AuditReport;
import dev.weir.testing.Finding;
import dev.weir.testing.Finding.Measured;
import dev.weir.testing.statistic.Claim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows what an audit has found: as lines for people, and as JSON.
 *
 * @param report what was found
 * @param notes sentences about what was audited
 */
public record AuditPage(AuditReport report, List<String> notes) {

    private static final String ROW = "%-14s %-20s %-8s %10s %10s %10s %10s %8s  %s";

    /** The lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(notes);
        lines.add(String.format(
                Locale.ROOT, ROW, "scenario", "queries", "loss", "bound", "claim", "simulated", "drawn", "error", ""));
        for (Finding finding : report.findings()) {
            finding.measured().forEach(measured -> lines.add(row(finding, measured)));
        }
        lines.add(
                "bound: a lower bound of the loss at 99 %; claim: what the accountant states; simulated: the bound that the same"
                        + " attack finds where exactly that is lost; drawn: the bound that it finds where the numbers that the"
                        + " person moves are drawn anew, without a job, each the mean of three times; error: the standard error of"
                        + " one bound");
        lines.addAll(report.faults());
        lines.add(conclusion());
        return lines;
    }

    private static String row(Finding finding, Measured measured) {
        return String.format(
                        Locale.ROOT,
                        ROW,
                        finding.scenario(),
                        finding.queries(),
                        unit(measured.claim()),
                        number(measured.bound()),
                        number(measured.claim().loss()),
                        number(measured.simulated()),
                        Double.isNaN(measured.drawn()) ? "-" : number(measured.drawn()),
                        Double.isFinite(measured.error()) ? number(measured.error()) : "-",
                        measured.isViolated() ? "VIOLATED" : "")
                .stripTrailing();
    }

    private static String unit(Claim claim) {
        return claim.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String number(double loss) {
        return String.format(Locale.ROOT, loss > 0 && loss < 0.001 ? "%.2e" : "%.4f", loss);
    }

    private String conclusion() {
        return switch (report.verdict()) {
            case NOTHING_FOUND ->
                "nothing found above what may be lost, in " + report.trials()
                        + " worlds a scenario; twice the epsilon would have been found";
            case VIOLATED -> "VIOLATED: the pipeline loses more than it states";
            case INCONCLUSIVE ->
                "nothing found, and twice the epsilon would not have been found either in "
                        + String.join(", ", report.inconclusive()) + ": use more --trials, or a larger budget by --set";
        };
    }

    /** One JSON object. */
    public String json() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("verdict", report.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        page.put("trials", report.trials());
        page.put("contexts", report.contexts());
        page.put("second-values", report.secondValues());
        page.put("notes", notes);
        page.put("faults", report.faults());
        page.put("inconclusive", report.inconclusive());
        page.put("findings", report.findings().stream().map(AuditPage::fields).collect(Collectors.toList()));
        return JsonText.of(page);
    }

    private static Map<String, Object> fields(Finding finding) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scenario", finding.scenario());
        fields.put("description", finding.description());
        fields.put("queries", finding.queries());
        fields.put("detects-double", finding.detectsDouble());
        fields.put("best-single-number", finding.by());
        finding.measured().forEach(measured -> fields.put(unit(measured.claim()), fields(measured)));
        return fields;
    }

    private static Map<String, Object> fields(Measured measured) {
        Claim claim = measured.claim();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("lower-bound", measured.bound());
        fields.put("claim", claim.loss());
        fields.put("simulated-bound", measured.simulated());
        if (!Double.isNaN(measured.drawn())) {
            fields.put("drawn-bound", measured.drawn());
        }
        if (Double.isFinite(measured.error())) {
            fields.put("standard-error", measured.error());
        }
        fields.put("simultaneous-bound", measured.simultaneous());
        if (claim.delta() > 0) {
            fields.put("delta", claim.delta());
        }
        fields.put("violated", measured.isViolated());
        return fields;
    }
}

package dev.weir.jobs.kind.reports;

import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.shuffle.ShuffleAmplification;
import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.explain.ClockCard;
import dev.weir.jobs.kind.question.ReportErrors;
import dev.weir.jobs.kind.question.ThreeDigits;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.local.support.ReportQuestion;
import dev.weir.operators.time.Durations;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the page of the card of a pipeline of kind {@code reports}. */
final class ReportsPage {

    private static final String NEIGHBOURS =
            "two streams of reports from the same senders at the same times, in one of which the answer behind one report is"
                    + " replaced by any other";
    private static final List<Long> TOLD = List.of(1_000L, 100_000L, 10_000_000L);

    private final Pipeline pipeline;
    private final ReportsTerms terms;
    private final ReportQuestion asked;
    private final ReportErrors errors;
    private final TitledValues page = new TitledValues(0, 12);

    /** Creates an empty page. */
    ReportsPage(Pipeline pipeline, ReportsTerms terms) {
        this.pipeline = pipeline;
        this.terms = terms;
        this.asked = terms.asked();
        this.errors = new ReportErrors(asked.question(), terms.epsilon().doubleValue());
    }

    /** Fills the page and returns it. */
    TitledValues section() {
        String domain = pipeline.plan().domain();
        page.text(pipeline.name() + ", domain " + domain)
                .text("")
                .field("pipeline", pipeline.name())
                .field("kind", ReportsTerms.WORD)
                .field("domain", domain);
        promise();
        shuffle();
        clock();
        page.sentences("public", "Public", isPublic());
        page.sentences("trusted", "Trusted", isTrusted());
        page.sentences("errors", "Errors", saidOfErrors());
        return page.field("queries", List.of(question()));
    }

    private void promise() {
        String epsilon = terms.epsilon().toPlainString();
        page.line("Protects", "the answer behind one report (unit: report)")
                .line("Promise", "hard to tell apart: %s", NEIGHBOURS)
                .line(
                        "Loses",
                        "at most epsilon %s a report, pure, by its sender's own draw, to whoever sees the report;",
                        epsilon)
                .line("", "a sender of m reports loses m times as much, and nobody here can check the sender")
                .line("Charge", "0: estimates are post-processing, and no noise is added to them")
                .field("unit", "report")
                .field("neighbours", NEIGHBOURS)
                .field("budget", Map.of("epsilon", terms.epsilon()))
                .field("charge", 0);
    }

    /** Both figures stand together: what readers of estimates learn is no promise towards those who see the topic. */
    private void shuffle() {
        Delta stated = terms.shuffle();
        if (stated == null) {
            return;
        }
        BigDecimal delta = stated.value().stripTrailingZeros();
        long reports = asked.estimate().minimumReports();
        double epsilon = amplification(reports).epsilon(delta.doubleValue());
        page.line(
                        "Shuffled",
                        "to those who see estimates alone, one report in a window of %d honest ones: epsilon %s at delta %s;",
                        reports,
                        ThreeDigits.up(epsilon),
                        delta)
                .line("", "if nobody publishes other windows of the same reports;")
                .line(
                        "",
                        "to those who see the topic, its order, senders or times: epsilon %s, as above",
                        terms.epsilon().toPlainString())
                .field(
                        "shuffled",
                        new TitledValues()
                                .field("honest-reports", reports)
                                .field("delta", delta)
                                .field("epsilon-of-estimates", epsilon)
                                .field("epsilon-of-the-topic", terms.epsilon()));
    }

    private ShuffleAmplification amplification(long reports) {
        double epsilon = asked.question().mechanism().epsilon();
        return asked.question().mechanism() instanceof SubsetResponse subset && subset.size() == 1
                ? ShuffleAmplification.randomizedResponse(epsilon, reports, subset.options())
                : ShuffleAmplification.cloned(epsilon, reports);
    }

    private void clock() {
        ClockCard.add(page, pipeline.clock(), pipeline.plan().timing());
        page.line("", "a report's time is the start of the period that it states, of %s", period())
                .field("period", period());
    }

    private String period() {
        return Durations.text(asked.period().toMillis());
    }

    private List<String> isPublic() {
        return List.of(
                "this configuration, and that the job runs",
                "all reports: who sends one, when, how often, and which period it is about",
                "how many reports each window has");
    }

    private List<String> isTrusted() {
        List<String> trusted = new ArrayList<>();
        trusted.add("the sender's own software alone, with the answer: it draws the report");
        trusted.add("nobody else for privacy: job, broker, checkpoints and readers of the topic see reports");
        trusted.add("for true estimates all senders: one made-up report moves "
                + (asked.question() instanceof CategoryQuestion ? "a count" : "the sum of the numbers") + " by up to "
                + errors.influenceInWords());
        trusted.add(
                pipeline.clock().by() == Clock.By.APPEND_TIME
                        ? "the broker's clock, which says what is late"
                        : "the periods that reports state: one that is ahead closes windows, by max-skew at most");
        return trusted;
    }

    private List<String> saidOfErrors() {
        return List.of(
                "stddev is of the draws, and of a mean also how much the numbers differ",
                "nobody knows how many senders were honest: no stddev has room for those who were not");
    }

    private TitledValues question() {
        return new QuestionPage(terms, errors, TOLD).section();
    }
}

package dev.weir.operators.api.reports;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.operators.local.support.EstimateTerms;
import dev.weir.operators.local.support.ReportQuestion;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * A stream of local reports, which were private before they were sent. It gives estimates of what people answered.
 *
 * <pre>{@code
 * Reports.of(stream)                                                        // JSON texts, as clients send them
 *         .answering("country", options, SubsetResponse.of(4, epsilon))     // the question that clients were asked
 *         .tumbling(Duration.ofDays(1))                                     // estimates of every day
 *         .timedBy(TimeBounds.of(Duration.ZERO, Duration.ofDays(1)), schedule)
 *         .estimates();
 * }</pre>
 *
 * <p><b>Guarantee.</b> That of the mechanism, given by each sender's own software: {@link
 * dev.weir.accountant.local.LocalMechanism}. Estimates are post-processing. Nothing is charged, and no noise is added here.
 *
 * <p>The form of a report is in {@code docs/local.md}. Reports of other questions or mechanisms, of other periods, and late ones are
 * counted by their codes and change nothing.
 */
public final class Reports {

    private final DataStream<String> stream;

    private Reports(DataStream<String> stream) {
        this.stream = stream;
    }

    /**
     * Begins with reports.
     *
     * @param stream the JSON texts of reports
     */
    public static Reports of(DataStream<String> stream) {
        return new Reports(stream);
    }

    /**
     * Sets the question that the reports answer. They are about days in UTC.
     *
     * @param question the question, with the mechanism that its reports are drawn by
     */
    public Asked answering(Question question) {
        return new Asked(stream, question, Duration.ofDays(1));
    }

    /**
     * Sets a question with options that the reports answer. They are about days in UTC.
     *
     * @param name the question's name: 1 to 64 ASCII letters, digits, dots, dashes, underscores
     * @param options the options in their order, which is part of the question
     * @param mechanism the mechanism, of as many options
     * @throws dev.weir.accountant.privacy.InvalidParameter if name or options are not as described
     */
    public Asked answering(String name, List<String> options, CategoryResponse mechanism) {
        return answering(new CategoryQuestion(name, options, mechanism));
    }

    /** Reports whose windows are not set yet. */
    public static final class Asked {

        private final DataStream<String> stream;
        private final Question question;
        private final Duration period;

        private Asked(DataStream<String> stream, Question question, Duration period) {
            this.stream = stream;
            this.question = question;
            this.period = period;
        }

        /**
         * Sets the length of the periods that reports state.
         *
         * @param length the length, counted from the epoch in UTC; at least 1 ms
         */
        public Asked inPeriodsOf(Duration length) {
            return new Asked(stream, question, length);
        }

        /**
         * Estimates from windows one behind the other.
         *
         * @param size the length of a window, a whole number of periods
         * @throws IllegalArgumentException if it is none, or all counters take more than 1 GiB
         */
        public Windowed tumbling(Duration size) {
            return windowed(TumblingWindow.of(size));
        }

        /**
         * Estimates from windows that overlap.
         *
         * @param size the length of a window, a whole number of panes
         * @param every the length of a pane, a whole number of periods: a window ends at each of its multiples
         * @throws IllegalArgumentException if a length is not as described, or all counters take more than 1 GiB
         */
        public Windowed sliding(Duration size, Duration every) {
            return windowed(SlidingWindow.of(size, every));
        }

        private Windowed windowed(Window window) {
            return new Windowed(stream, new ReportQuestion(question, 1, period, window, EstimateTerms.UNBIASED));
        }
    }

    /** Reports whose clock is not set yet. */
    public static final class Windowed {

        private final DataStream<String> stream;
        private final ReportQuestion asked;

        private Windowed(DataStream<String> stream, ReportQuestion asked) {
            this.stream = stream;
            this.asked = asked;
        }

        private Windowed with(int version, EstimateTerms terms) {
            return new Windowed(
                    stream, new ReportQuestion(asked.question(), version, asked.period(), asked.window(), terms));
        }

        /**
         * Sets the version, which must go up whenever the question, the windows or what is published of them changes; 1 by default.
         * It is part of the id of every row. Counters of the same question, periods and panes go on under it.
         *
         * @param number at least 1
         */
        public Windowed version(int number) {
            return with(number, asked.estimate());
        }

        /** Puts the nearest possible counts beside the estimates of options: none is negative, and they add up to the reports. */
        public Windowed consistently() {
            return with(
                    asked.version(), new EstimateTerms(true, asked.estimate().minimumReports()));
        }

        /**
         * Withholds windows with fewer reports.
         *
         * @param reports the smallest number of reports of a window that is published, at least 1
         * @throws IllegalArgumentException if {@code reports} is below 1
         */
        public Windowed ofAtLeast(long reports) {
            return with(asked.version(), new EstimateTerms(asked.estimate().consistent(), reports));
        }

        /**
         * Lets the periods of reports move the clock: a window closes when a report arrives whose period begins later than the
         * window's end by at least the delay. So whoever can write a report can close windows early, by as much as a report may be
         * ahead: state little more than one period.
         *
         * @param timing the delay, and by how much a report's period may be ahead of those before it
         * @param schedule which windows are published
         */
        public TimedReports timedBy(TimeBounds timing, Schedule schedule) {
            return new TimedReports(stream, asked, timing, schedule);
        }
    }
}

package dev.weir.operators.local.support;

import static dev.weir.operators.local.support.ReportBench.COUNTRY;
import static dev.weir.operators.local.support.ReportBench.DAY;
import static dev.weir.operators.local.support.ReportBench.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.client.ReportJson;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportReaderTest {

    private static final long DAY_OF_REPORTS = 20_514;
    private static final ReportQuestion ASKED = ReportBench.asked(new TumblingWindow(DAY), EstimateTerms.UNBIASED);
    private static final Schedule SCHEDULE = Schedule.startingAt(DAY_OF_REPORTS * DAY);
    private static final String BODY =
            COUNTRY.report("DE", 0, new SplittableRandom(1)::nextLong).body();

    private static String json(String question, String mechanism, long period, String body) {
        return new LocalReport(question, mechanism, period, body).json();
    }

    /** The slot is written in the middle of the day of the reports. */
    private static RecordCounters counters(String bytes) throws Exception {
        return counters(bytes, DAY_OF_REPORTS * DAY + DAY / 2);
    }

    private static RecordCounters counters(String bytes, long written) throws Exception {
        try (ReportBench bench = new ReportBench(ASKED, SCHEDULE, 1, null)) {
            bench.send(bytes, written);
            bench.barrier();
            return bench.counters();
        }
    }

    private static void assertCode(String bytes, Rejection code) throws Exception {
        RecordCounters counters = counters(bytes);
        assertThat(counters.of(0, code)).as(bytes).isEqualTo(1);
        assertThat(counters.of(0, RecordOutcome.COUNTED)).isZero();
        assertThat(counters.of(0, RecordOutcome.READ)).isEqualTo(1);
    }

    @Test
    void a_report_of_the_question_is_counted() throws Exception {
        String json = json("country", COUNTRY.id(), DAY_OF_REPORTS, BODY);
        assertThat(counters(json).of(0, RecordOutcome.COUNTED)).isEqualTo(1);
        String spaced = " {\t\"r\" : \"" + BODY + "\",\n\"p\":" + DAY_OF_REPORTS + " , \"m\":\"" + COUNTRY.id()
                + "\",\"q\":\"country\"}\r\n";
        assertThat(counters(spaced).of(0, RecordOutcome.COUNTED)).isEqualTo(1);
    }

    @Test
    void a_stranger_has_a_code_of_its_own() throws Exception {
        String id = COUNTRY.id();
        CategoryQuestion turned = CategoryQuestion.of("country", OPTIONS.subList(0, 3), BigDecimal.ONE);
        CategoryQuestion single = new CategoryQuestion("country", OPTIONS, SubsetResponse.single(4, BigDecimal.ONE));
        assertCode(json("city", id, DAY_OF_REPORTS, BODY), Rejection.QUESTION);
        assertCode(json("country2", id, DAY_OF_REPORTS, BODY), Rejection.QUESTION);
        assertCode(json("country", turned.id(), DAY_OF_REPORTS, BODY), Rejection.MECHANISM);
        assertThat(single.id()).isEqualTo(id); // with four options and epsilon 1 the best size is 1
        for (long period : new long[] {
            DAY_OF_REPORTS + 2, DAY_OF_REPORTS - 1, 24 * DAY_OF_REPORTS, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE
        }) {
            assertCode(json("country", id, period, BODY), Rejection.PERIOD);
        }
        for (String body : new String[] {"", "A", "B", "AAA", "wAA", "8", "QB", "Q_"}) {
            assertCode(json("country", id, DAY_OF_REPORTS, body), Rejection.BODY);
        }
    }

    @Test
    void a_report_about_a_closed_window_of_the_schedule_is_late_and_one_ahead_by_less_than_the_skew_counts()
            throws Exception {
        String json = json("country", COUNTRY.id(), DAY_OF_REPORTS, BODY);
        assertThat(counters(json, (DAY_OF_REPORTS + 1) * DAY).of(0, Rejection.LATE))
                .isEqualTo(1);
        assertThat(counters(json, (DAY_OF_REPORTS + 1) * DAY - 1).of(0, RecordOutcome.COUNTED))
                .isEqualTo(1);
        assertThat(counters(json, (DAY_OF_REPORTS - 1) * DAY).of(0, RecordOutcome.COUNTED))
                .isEqualTo(1);
        assertThat(counters(json, (DAY_OF_REPORTS - 1) * DAY - 1).of(0, Rejection.PERIOD))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "{\"q\":\"country\"}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":1,\"r\":\"AA\",\"x\":1}",
                "{\"q\":\"country\",\"q\":\"country\",\"m\":\"M\",\"p\":1}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":1,\"r\":\"AA\"",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":1,\"r\":\"AA\"}x",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":1,\"r\":\"AA\",}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":01,\"r\":\"AA\"}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":1.0,\"r\":\"AA\"}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":-,\"r\":\"AA\"}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":\"1\",\"r\":\"AA\"}",
                "{\"q\":\"country\",\"m\":\"M\",\"p\":9223372036854775808,\"r\":\"AA\"}",
                "{\"q\":\"count\\u0072y\",\"m\":\"M\",\"p\":1,\"r\":\"AA\"}",
                "{\"q\":1,\"m\":\"M\",\"p\":1,\"r\":\"AA\"}",
            })
    void what_is_not_an_object_of_four_members_is_malformed(String bytes) throws Exception {
        assertCode(bytes, Rejection.MALFORMED);
    }

    @Test
    void a_report_beyond_its_limit_is_too_large() throws Exception {
        String json = json("country", COUNTRY.id(), DAY_OF_REPORTS, BODY);
        assertCode(json + " ".repeat(201 - json.length()), Rejection.TOO_LARGE);
        assertThat(counters(json + " ".repeat(200 - json.length())).of(0, RecordOutcome.COUNTED))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0", "-0", "7", "-7", "9223372036854775807", "-9223372036854775808"})
    void periods_are_whole_numbers(String text) {
        ReportJson json = new ReportJson();
        byte[] bytes = ("{\"q\":\"a\",\"m\":\"b\",\"r\":\"\",\"p\":" + text + "}").getBytes(StandardCharsets.UTF_8);
        assertThat(json.read(bytes)).isTrue();
        assertThat(json.period()).isEqualTo(Long.parseLong(text));
    }

    /** Whatever bytes a report is changed to, decoding ends with a code or with a report, and never with an exception. */
    @Test
    void decoding_is_total() {
        SplittableRandom random = new SplittableRandom(11);
        ReportReader reader = new ReportReader(ASKED, 200);
        DecodedRecord decoded = new DecodedRecord(ASKED.plan("test", ReportBench.TIMING));
        byte[] report = json("country", COUNTRY.id(), DAY_OF_REPORTS, BODY).getBytes(StandardCharsets.UTF_8);
        int[] refused = {0};
        IntStream.range(0, 100_000).forEach(round -> {
            byte[] changed = java.util.Arrays.copyOf(report, report.length - random.nextInt(3));
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            decoded.clear();
            reader.read(changed, decoded);
            refused[0] += decoded.rejection() == null ? 0 : 1;
        });
        assertThat(refused[0]).isBetween(90_000, 100_000 - 1);
    }

    @Test
    void windows_consist_of_whole_periods() {
        assertThatThrownBy(() -> ReportBench.asked(new TumblingWindow(DAY / 24), EstimateTerms.UNBIASED))
                .hasMessageContaining("whole periods");
        assertThatThrownBy(() -> new ReportQuestion(
                        COUNTRY, 1, Duration.ofDays(2), new TumblingWindow(3 * DAY), EstimateTerms.UNBIASED))
                .hasMessageContaining("whole periods");
        assertThatThrownBy(() -> new EstimateTerms(true, 0)).hasMessageContaining("minimum-reports");
    }
}

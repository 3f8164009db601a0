package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.restore.StartRefused;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayLedgerTest {

    private static final long DAY = 86_400_000;
    private static final long MONDAY = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final Budget ONE = pure("1");
    private static final Budget GAUSSIAN = new Budget.Approximate(BigDecimal.ONE, delta("0.000001"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private static Budget pure(String epsilon) {
        return new Budget.Pure(new BigDecimal(epsilon));
    }

    private static Delta delta(String value) {
        return Delta.atMost(new BigDecimal(value));
    }

    private static ReplayPeriods days(int first, int count) {
        long from = MONDAY + first * DAY;
        return new ReplayPeriods(PrivacyUnit.USER_PER_DAY, from, from + count * DAY);
    }

    private ReplaySpending spending(String pipeline, ReplayPeriods periods, Budget budget) {
        return spending(pipeline, periods, budget, null);
    }

    private ReplaySpending spending(String pipeline, ReplayPeriods periods, Budget budget, @Nullable Budget domain) {
        Path out = dir.resolve("out-" + pipeline);
        return new ReplaySpending(
                pipeline,
                periods,
                budget,
                domain,
                List.of(pipeline + "-q/1"),
                out,
                Instant.parse("2026-05-01T10:00:00Z"));
    }

    private ReplayLedger ledger() {
        return ReplayLedger.beside(dir.resolve("out"), "rides");
    }

    private SpendingReceipt charge(ReplaySpending asked) {
        return ledger().charge(asked, false);
    }

    private static void assertRefused(StartRefused.Code code, ThrowingCallable call, String... words) {
        StartRefused refused = catchThrowableOfType(StartRefused.class, call);
        assertThat(refused.code()).isEqualTo(code);
        assertThat(refused.getMessage()).hasLineCount(1).startsWith(code + ": ");
        assertThat(words).allSatisfy(word -> assertThat(refused.getMessage()).contains(word));
    }

    @Test
    void the_same_pipeline_over_the_same_day_is_refused_with_what_it_would_cost_in_all() throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        byte[] before = Files.readAllBytes(ledger().file());
        assertRefused(
                StartRefused.Code.LEDGER_SPENT,
                () -> charge(spending("rides", days(0, 1), ONE)),
                "domain rides, unit user-per-day, 2026-03-02: pipeline rides has spent epsilon 1 there already",
                "costs epsilon 1 more, which makes it epsilon 2 in all",
                "--again");
        assertThat(Files.readAllBytes(ledger().file())).isEqualTo(before);
    }

    @Test
    void days_that_overlap_are_refused_and_days_beside_them_are_not() {
        charge(spending("rides", days(0, 2), ONE));
        assertThat(charge(spending("rides", days(2, 1), ONE)).inAll()).hasToString("epsilon 1");
        assertRefused(
                StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", days(1, 3), ONE)), "epsilon 2 in all");
    }

    @Test
    void a_pipeline_with_other_terms_is_the_same_pipeline() {
        charge(spending("rides", days(0, 1), ONE));
        assertRefused(
                StartRefused.Code.LEDGER_SPENT,
                () -> charge(spending("rides", days(0, 1), GAUSSIAN)),
                "costs epsilon 1, delta 0.000001 more, which makes it epsilon 2, delta 0.000001 in all");
    }

    @Test
    void another_unit_of_the_same_pipeline_is_refused_where_times_meet() {
        charge(spending("rides", days(5, 1), ONE));
        ReplayPeriods ever = new ReplayPeriods(PrivacyUnit.USER, Long.MIN_VALUE, Long.MAX_VALUE);
        assertRefused(StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", ever, ONE)));
        assertThat(ledger().charge(spending("rides", ever, ONE), true).warnings())
                .anyMatch(warning -> warning.contains("for units of two kinds there is no sum"));
    }

    @Test
    void a_user_for_ever_has_one_budget_whatever_the_times() {
        ReplayPeriods ever = new ReplayPeriods(PrivacyUnit.USER, Long.MIN_VALUE, Long.MAX_VALUE);
        charge(spending("rides", ever, ONE));
        assertRefused(
                StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", ever, ONE)), "unit user, for ever");
    }

    @Test
    void again_is_recorded_with_the_sum_and_counts_at_the_next_replay() throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        SpendingReceipt second = ledger().charge(spending("rides", days(0, 1), pure("0.5")), true);
        assertThat(second.inAll()).hasToString("epsilon 1.5");
        assertThat(second.replays()).isEqualTo(2);
        assertThat(second.warnings())
                .hasSize(1)
                .first()
                .asString()
                .contains("replay 2 of pipeline rides", "epsilon 1.5");
        assertThat(Files.readAllLines(ledger().file()))
                .hasSize(2)
                .last()
                .asString()
                .contains("\"in-all\":{\"epsilon\":1.5}", "\"budget\":{\"epsilon\":0.5}");
        assertRefused(
                StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", days(0, 1), ONE)), "epsilon 2.5 in all");
    }

    @Test
    void other_pipelines_and_renamed_ones_are_added_up_and_told() {
        charge(spending("rides", days(0, 1), ONE));
        charge(spending("so-far", days(0, 2), GAUSSIAN));
        SpendingReceipt receipt = charge(
                spending("renamed", days(0, 2), new Budget.Concentrated(new BigDecimal("0.1"), delta("0.000001"))));
        assertThat(receipt.warnings()).isEmpty();
        assertThat(receipt.lines())
                .containsExactly(
                        "spends rho 0.1 of domain rides, unit user-per-day, 2026-03-02 to 2026-03-03",
                        "with what was spent there before, by rides, so-far, that is epsilon 2, delta 0.000001, rho 0.1"
                                + " in all of domain rides");
    }

    /** Two replays of days that do not meet are not both spent on anybody, although the third one meets both. */
    @Test
    void the_sum_is_that_of_the_period_in_which_most_was_spent() {
        charge(spending("first", days(0, 1), pure("3")));
        charge(spending("second", days(1, 1), pure("2")));
        assertThat(charge(spending("third", days(0, 2), ONE)).inAll()).hasToString("epsilon 4");
    }

    @Test
    void a_query_of_the_same_name_in_another_pipeline_is_warned_of() {
        charge(spending("rides", days(0, 1), ONE));
        ReplaySpending renamed = spending("renamed", days(0, 1), ONE);
        ReplaySpending sameIds = new ReplaySpending(
                "renamed", renamed.periods(), ONE, null, List.of("rides-q/1"), renamed.out(), renamed.at());
        assertThat(charge(sameIds).warnings()).hasSize(1).first().asString().contains("have the same ids");
    }

    @Test
    void a_budget_of_the_domain_is_never_exceeded_not_even_again_and_not_by_a_file_that_no_longer_declares_it() {
        charge(spending("rides", days(0, 1), ONE, pure("2")));
        charge(spending("other", days(0, 1), ONE));
        assertRefused(
                StartRefused.Code.LEDGER_BUDGET,
                () -> charge(spending("third", days(0, 1), pure("0.1"))),
                "other EPSILON 1 + rides EPSILON 1",
                "exceeds domain EPSILON 2",
                "2026-03-02");
        assertRefused(StartRefused.Code.LEDGER_BUDGET, () -> ledger().charge(spending("rides", days(0, 1), ONE), true));
        assertThat(charge(spending("third", days(1, 1), ONE)).inAll()).hasToString("epsilon 1");
        assertThat(charge(spending("fourth", days(0, 1), ONE, pure("3"))).inAll())
                .hasToString("epsilon 3");
    }

    @Test
    void a_budget_of_the_domain_is_not_exceeded_by_what_was_spent_in_other_periods() {
        charge(spending("rides", days(0, 2), ONE));
        charge(spending("other", days(1, 1), pure("5")));
        assertThat(charge(spending("third", days(0, 1), ONE, pure("2"))).inAll())
                .hasToString("epsilon 2");
    }

    @Test
    void a_budget_of_the_domain_cannot_hold_spendings_for_another_unit() {
        charge(spending("rides", days(0, 1), ONE));
        ReplayPeriods hours = new ReplayPeriods(PrivacyUnit.USER_PER_HOUR, MONDAY, MONDAY + DAY);
        assertRefused(
                StartRefused.Code.LEDGER_BUDGET,
                () -> charge(spending("hourly", hours, ONE, pure("5"))),
                "unit user-per-day, 2026-03-02",
                "another unit");
    }

    @Test
    void two_domains_have_a_ledger_each() {
        charge(spending("rides", days(0, 1), ONE));
        ReplayLedger other = ReplayLedger.beside(dir.resolve("out"), "other");
        assertThat(other.charge(spending("rides", days(0, 1), ONE), false).isFirst())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"epsilon", "added", "removed", "swapped", "cut", "empty", "no text", "newer"})
    void a_ledger_that_was_changed_is_refused_and_never_taken_for_empty(String change) throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        charge(spending("other", days(0, 1), ONE));
        charge(spending("third", days(0, 1), ONE));
        Path file = ledger().file();
        Files.write(file, changed(change, Files.readString(file)));
        byte[] left = Files.readAllBytes(file);
        assertRefused(
                StartRefused.Code.LEDGER_BROKEN, () -> charge(spending("rides", days(0, 1), ONE)), file.toString());
        assertRefused(StartRefused.Code.LEDGER_BROKEN, () -> ledger().knows("rides"));
        assertThat(Files.readAllBytes(file)).isEqualTo(left);
    }

    private static byte[] changed(String change, String text) {
        String[] lines = text.split("(?<=\n)", -1);
        UnaryOperator<String> edit =
                switch (change) {
                    case "epsilon" -> all -> all.replaceFirst("\"epsilon\":1", "\"epsilon\":0.1");
                    case "added" -> all -> all + lines[2];
                    case "removed" -> all -> lines[0] + lines[2];
                    case "swapped" -> all -> lines[1] + lines[0] + lines[2];
                    case "cut" -> all -> all.substring(0, all.length() - 1);
                    case "newer" -> all -> all.replaceFirst("\"form\":1", "\"form\":2");
                    case "no text" -> all -> all.replaceFirst("rides", "\uffff");
                    default -> all -> "";
                };
        byte[] bytes = edit.apply(text).getBytes(StandardCharsets.UTF_8);
        if (change.equals("no text")) {
            bytes[5] = (byte) 0xff;
        }
        return bytes;
    }

    @Test
    void what_cannot_be_read_is_refused() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("replay-ledger"));
        Path file = Files.createDirectory(folder.resolve("rides.jsonl"));
        assertRefused(StartRefused.Code.LEDGER_UNUSABLE, () -> ledger().knows("rides"), "rides.jsonl must be a file");
        Files.delete(file);
        Files.createSymbolicLink(file, dir.resolve("nowhere"));
        assertRefused(
                StartRefused.Code.LEDGER_UNUSABLE,
                () -> charge(spending("rides", days(0, 1), ONE)),
                "rides.jsonl must be a file");
    }

    /** To keep it for its owner alone would close that folder to others. */
    @Test
    void a_folder_of_other_files_is_refused_and_left_open() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("mine"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("letter.txt"), "not a ledger");
        assertRefused(
                StartRefused.Code.LEDGER_UNUSABLE,
                () -> ReplayLedger.in(folder, "rides").charge(spending("rides", days(0, 1), ONE), false),
                "letter.txt");
        assertThat(folder).isDirectoryNotContaining("glob:**.jsonl");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    void the_ledger_is_its_owners_alone() throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ledger().file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("replay-ledger"))))
                .isEqualTo("rwx------");
    }

    @Test
    void of_many_replays_at_once_one_is_let_through() throws Exception {
        int many = 16;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            Callable<Boolean> replay = () -> isCharged();
            List<Boolean> charged = new ArrayList<>();
            for (Future<Boolean> done : threads.invokeAll(Collections.nCopies(many, replay))) {
                charged.add(done.get());
            }
            assertThat(charged).containsOnlyOnce(true);
            assertThat(Files.readAllLines(ledger().file())).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean isCharged() {
        try {
            charge(spending("rides", days(0, 1), ONE));
            return true;
        } catch (StartRefused e) {
            return false;
        }
    }

    @Test
    void folders_through_a_link_share_the_ledger() throws IOException {
        Path real = Files.createDirectory(dir.resolve("real"));
        Path link = Files.createSymbolicLink(dir.resolve("link"), real);
        ReplayLedger.beside(real.resolve("a"), "rides").charge(spending("rides", days(0, 1), ONE), false);
        assertRefused(StartRefused.Code.LEDGER_SPENT, () -> ReplayLedger.beside(link.resolve("b"), "rides")
                .charge(spending("rides", days(0, 1), ONE), false));
    }

    @Test
    void releases_of_the_domain_that_the_ledger_does_not_know_are_found() throws IOException {
        charge(spending("known", days(0, 1), ONE));
        Path unknown = released("out-old", "rides", false);
        released("out-known", "rides", false);
        released("out-private", "rides", true);
        released("out-other", "other", false);
        Files.createDirectories(dir.resolve("nothing"));
        assertThat(UnknownReleases.of("rides", dir.resolve("out"), ledger())).containsExactly(unknown);
        Files.delete(ledger().file());
        assertThat(UnknownReleases.of("rides", dir.resolve("out"), ledger())).hasSize(2);
    }

    private Path released(String name, String domain, boolean isPrivate) throws IOException {
        Path folder = Files.createDirectory(dir.resolve(name));
        Files.writeString(folder.resolve("released.jsonl"), "");
        Files.writeString(folder.resolve("card.json"), "{\"domain\":\"" + domain + "\",\"private\":" + isPrivate + "}");
        return folder;
    }
}

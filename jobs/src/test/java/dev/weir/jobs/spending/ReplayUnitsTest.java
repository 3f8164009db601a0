package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests which ids identify the units: losses of ids of another field belong to other units. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayUnitsTest extends ReplayLedgerBench {

    private static final UnitName VALUE = UnitName.of("value");
    private static final UnitName LOWER = UnitName.of("rider").inForm(UnitForm.LOWER_CASE);
    private static final UnitName RENAMED = UnitName.of("customer").formerly("rider");

    private ReplaySpending rides() {
        return spending("rides", days(0, 1), ONE);
    }

    private ReplaySpending other(UnitName unit) {
        return by(unit, spending("other", days(0, 1), ONE));
    }

    @Test
    void ids_of_another_field_or_form_are_not_added_up_but_told() {
        charge(rides());
        for (UnitName unit : new UnitName[] {VALUE, LOWER}) {
            SpendingReceipt receipt = ledger().preview(other(unit), false);
            assertThat(receipt.inAll()).hasToString("epsilon 1");
            assertThat(receipt.lines()).hasSize(1);
            assertThat(receipt.warnings())
                    .containsExactly(
                            "pipeline rides has spent epsilon 1 of domain rides, unit user-per-day, 2026-03-02,"
                                    + " ids from field rider in form exact: that adds, and there is no sum over different units");
        }
    }

    @Test
    void again_by_another_field_is_told_to_be_about_other_units() {
        charge(rides());
        SpendingReceipt receipt = ledger().charge(by(VALUE, rides()), true);
        assertThat(receipt.inAll()).hasToString("epsilon 1");
        assertThat(receipt.warnings()).hasSize(2).last().asString().contains("no sum over different units");
    }

    /** A printed sum is for these units only, and says that losses of others add to it. */
    @Test
    void a_sum_is_said_to_leave_out_what_was_spent_on_other_units() throws IOException {
        charge(rides());
        charge(other(VALUE));
        ReplaySpending rides = by(VALUE, rides());
        String part = " for these units alone: 1 replay counts other units and adds to it";
        assertRefused(StartRefused.Code.LEDGER_SPENT, () -> charge(rides), "epsilon 2 in all" + part);
        SpendingReceipt receipt = ledger().charge(rides, true);
        assertThat(receipt.warnings().get(0)).contains("domain rides comes to epsilon 2 in all" + part);
        assertThat(receipt.lines().get(1)).endsWith("that is epsilon 2 in all of domain rides" + part);
        assertThat(receipt.fields()).containsEntry("other-units", 1);
        String both = "\"in-all\":{\"epsilon\":2},\"other-units\":1,";
        assertThat(Files.readAllLines(ledger().file()).get(2)).contains(both);
        assertRefused(
                StartRefused.Code.LEDGER_SPENT,
                () -> charge(rides()),
                "epsilon 2 in all for these units alone: 2 replays count other units and add to it");
    }

    @Test
    void a_sum_that_leaves_nothing_out_says_nothing_of_other_units() throws IOException {
        charge(rides());
        SpendingReceipt receipt = ledger().charge(rides(), true);
        assertThat(receipt.fields()).doesNotContainKey("other-units");
        assertThat(receipt.warnings()).noneMatch(warning -> warning.contains("units"));
        assertThat(Files.readString(ledger().file())).doesNotContain("other-units");
    }

    @Test
    void a_budget_of_the_domain_cannot_hold_spendings_by_other_ids() {
        charge(rides());
        ReplaySpending declared = by(VALUE, spending("other", days(0, 1), ONE, pure("5")));
        assertRefused(
                StartRefused.Code.LEDGER_BUDGET,
                () -> ledger().charge(declared, true),
                "ids from field value in form exact",
                "ids from field rider in form exact",
                "another unit",
                "source.unit-was");
    }

    @Test
    void a_field_that_was_only_renamed_is_the_same_also_later_and_under_its_former_name() {
        charge(rides());
        assertThat(charge(other(RENAMED)).inAll()).hasToString("epsilon 2");
        ReplaySpending third = by(UnitName.of("customer"), spending("third", days(0, 1), ONE));
        assertThat(charge(third).inAll()).hasToString("epsilon 3");
        assertThat(charge(spending("fourth", days(0, 1), ONE)).inAll()).hasToString("epsilon 4");
        ReplaySpending again =
                by(UnitName.of("client").formerly("customer"), spending("fifth", days(0, 1), ONE, pure("5")));
        assertThat(charge(again).warnings()).isEmpty();
    }

    @Test
    void a_renaming_does_not_change_the_form() {
        charge(rides());
        UnitName lower = RENAMED.inForm(UnitForm.LOWER_CASE);
        assertThat(charge(other(lower)).inAll()).hasToString("epsilon 1");
    }

    @Test
    void events_have_no_field_and_are_the_same_units() {
        ReplayPeriods hour = new ReplayPeriods(PrivacyUnit.EVENT, MONDAY, MONDAY + 3_600_000);
        charge(by(UnitName.NONE, spending("rides", hour, ONE)));
        SpendingReceipt second = charge(by(UnitName.NONE, spending("other", hour, ONE)));
        assertThat(second.inAll()).hasToString("epsilon 2");
        assertThat(second.warnings()).isEmpty();
        assertThat(ledger().file()).content().doesNotContain("unit-field");
    }

    @Test
    void the_line_says_field_form_and_former_name() throws IOException {
        charge(other(RENAMED.inForm(UnitForm.LOWER_CASE)));
        assertThat(Files.readString(ledger().file()))
                .contains("\"unit-field\":\"customer\",\"unit-form\":\"lower-case\",\"unit-was\":\"rider\"");
    }

    /** It is unknown whose ids they were, so the budget of the domain must not be said to cover what was spent on them. */
    @Test
    void a_line_without_a_field_is_about_other_units() throws Exception {
        charge(rides());
        String line = Files.readString(ledger().file());
        String open = line.substring(0, line.indexOf(",\"hash\""))
                .replace("\"unit-field\":\"rider\",\"unit-form\":\"exact\",", "");
        assertThat(open).doesNotContain("rider\"");
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(("\n" + open).getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                ledger().file(), open + ",\"hash\":\"" + HexFormat.of().formatHex(hash) + "\"}\n");
        assertThat(charge(other(UnitName.of("rider"))).inAll()).hasToString("epsilon 1");
        ReplaySpending nameless = by(UnitName.NONE, spending("third", days(0, 1), ONE));
        assertThat(charge(nameless).warnings()).hasSize(2);
    }

    private static ReplayPeriods in(PinnedZone zone) {
        return new ReplayPeriods(PrivacyUnit.USER_PER_DAY.in(zone), MONDAY, MONDAY + DAY);
    }

    private static PinnedZone withoutChangesFrom(String time) {
        return PinnedZone.of("Europe/Berlin", OtherRules.withoutChangesFrom("Europe/Berlin", Instant.parse(time)));
    }

    /** Days of two zones cross one another, so that no sum of one bounds what is lost in the other. */
    @Test
    void days_of_another_zone_are_other_units_and_are_refused_under_a_domains_budget() {
        PinnedZone berlin = PinnedZone.of("Europe/Berlin");
        charge(spending("rides", in(berlin), ONE, pure("5")));
        for (ReplayPeriods other : List.of(
                in(PinnedZone.of("Asia/Kolkata")), days(0, 1), in(withoutChangesFrom("2025-06-01T00:00:00Z")))) {
            assertRefused(
                    StartRefused.Code.LEDGER_BUDGET,
                    () -> charge(spending("other", other, ONE)),
                    "user-per-day of Europe/Berlin",
                    "cannot be held against a budget for another unit");
        }
    }

    /** The clocks of both rules agree up to the end of both replays, so that their days are the same ones. */
    @Test
    void newer_rules_that_change_nothing_yet_are_of_the_same_units() {
        charge(spending("rides", in(PinnedZone.of("Europe/Berlin")), ONE));
        SpendingReceipt receipt = charge(spending("other", in(withoutChangesFrom("2027-01-01T00:00:00Z")), ONE));
        assertThat(receipt.inAll()).hasToString("epsilon 2");
        assertThat(receipt.fields()).containsEntry("zone", "Europe/Berlin");
    }
}

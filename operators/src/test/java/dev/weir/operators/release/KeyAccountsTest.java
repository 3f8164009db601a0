package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.gate.PartialSum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KeyAccountsTest {

    private static final long DAY = 86_400_000;

    /** Ten releases a day. */
    private static final KeyAccount ACCOUNT = new KeyAccount(epsilon("1"), DAY, epsilon("0.1"));

    private static Amount epsilon(String value) {
        return Amount.atMost(Currency.EPSILON, new BigDecimal(value));
    }

    private record Flat(List<String> names) implements KeyEntries {

        @Override
        public int size() {
            return names.size();
        }

        @Override
        public int entry(PartialSum partial) {
            return 0;
        }

        @Override
        public String name(int entry) {
            return names.get(entry);
        }
    }

    private static KeyEntries flat(String... names) {
        return new Flat(List.of(names));
    }

    private static KeyEntries shared() {
        return new LevelEntries(flat("*", "a", "b"), LevelTree.even(2), new int[] {0, 1, 2}).accounts();
    }

    private static void spend(KeyAccounts accounts, int entry, int releases, long at) {
        for (int i = 0; i < releases; i++) {
            assertThat(accounts.pay(ACCOUNT.period(at), entry)).isTrue();
        }
    }

    /** How often an account affords a release still. */
    private static int left(KeyAccounts accounts, int entry, long at) {
        int count = 0;
        while (accounts.pay(ACCOUNT.period(at), entry)) {
            count++;
        }
        return count;
    }

    private static KeyAccounts restored(KeyAccounts from, KeyEntries keys) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        from.view().write(new DataOutputStream(bytes));
        KeyAccounts accounts = new KeyAccounts(keys);
        accounts.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return accounts;
    }

    @Test
    void accounts_that_are_spent_through_a_time_pay_again_in_the_next_period_and_stay_so_over_restores()
            throws IOException {
        KeyAccounts accounts = new KeyAccounts(flat("a"));
        accounts.spendThrough(DAY + 5);
        KeyAccounts once = restored(accounts, shared());
        assertThat(left(once, 0, 2 * DAY - 1)).isZero();
        KeyAccounts twice = restored(restored(once, flat("a", "b")), flat("b"));
        assertThat(left(twice, 0, 2 * DAY - 1)).isZero();
        assertThat(left(twice, 0, 2 * DAY)).isEqualTo(10);
    }

    @Test
    void a_period_that_begins_with_a_spent_time_is_spent() {
        KeyAccounts accounts = new KeyAccounts(flat("a"));
        accounts.spendThrough(DAY);
        accounts.spendThrough(0);
        assertThat(left(accounts, 0, 2 * DAY - 1)).isZero();
        assertThat(left(accounts, 0, 2 * DAY)).isEqualTo(10);
    }

    @Test
    void a_shared_account_is_told_from_that_of_a_key_of_any_name() throws IOException {
        KeyAccounts flat = new KeyAccounts(flat("*", ""));
        spend(flat, 0, 3, DAY);
        spend(flat, 1, 4, DAY);
        assertThat(flat.areOrWereShared()).isFalse();
        KeyAccounts levels = restored(flat, shared());
        assertThat(levels.areOrWereShared()).isTrue();
        spend(levels, 0, 10, DAY);
        KeyAccounts sameLevels = restored(levels, shared());
        assertThat(left(sameLevels, 0, DAY)).isZero();
        KeyAccounts back = restored(sameLevels, flat("*", ""));
        assertThat(back.areOrWereShared()).isTrue();
        assertThat(left(back, 0, 2 * DAY)).isEqualTo(10);
        assertThat(restored(back, flat("*", "")).areOrWereShared()).isFalse();
    }

    private static KeyAccounts ofOldFormat(Map<String, Integer> releases, KeyEntries keys) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(releases.size());
        for (Map.Entry<String, Integer> key : releases.entrySet()) {
            KeyAccounts one = new KeyAccounts(flat("one"));
            spend(one, 0, key.getValue(), DAY);
            out.writeUTF(key.getKey());
            ByteArrayOutputStream words = new ByteArrayOutputStream();
            one.view().write(new DataOutputStream(words));
            out.write(words.toByteArray(), words.size() - 2 * Long.BYTES, 2 * Long.BYTES);
        }
        KeyAccounts accounts = new KeyAccounts(keys);
        byte[] converted = KeyAccounts.ofOldFormat(bytes.toByteArray());
        accounts.read(new DataInputStream(new ByteArrayInputStream(converted)));
        return accounts;
    }

    @Test
    void an_old_state_keeps_what_keys_and_levels_have_spent() throws IOException {
        KeyAccounts flat = ofOldFormat(Map.of("a", 3), flat("a", "b"));
        assertThat(flat.areOrWereShared()).isFalse();
        assertThat(left(flat, 0, DAY)).isEqualTo(7);
        assertThat(left(flat, 1, DAY)).isEqualTo(10);
        KeyAccounts levels = ofOldFormat(Map.of("*", 4, "a", 9), shared());
        assertThat(left(levels, 0, DAY)).isEqualTo(6);
    }

    /** Whether the name stands for a key or for levels that the query had before is not known. */
    @Test
    void an_old_state_with_the_old_name_of_a_shared_account_leaves_no_key_anything_in_its_period() throws IOException {
        KeyAccounts accounts = ofOldFormat(Map.of("*", 1), flat("*", "b"));
        assertThat(accounts.areOrWereShared()).isTrue();
        for (int entry = 0; entry < 2; entry++) {
            assertThat(left(accounts, entry, DAY)).isZero();
            assertThat(left(accounts, entry, 2 * DAY)).isEqualTo(10);
        }
    }

    @Test
    void keys_without_levels_keep_accounts_of_their_own() throws IOException {
        KeyAccounts accounts = new KeyAccounts(flat("a", "b"));
        spend(accounts, 0, 6, DAY);
        KeyAccounts restored = restored(restored(accounts, flat("b")), flat("a", "b"));
        assertThat(left(restored, 0, DAY)).isEqualTo(4);
        assertThat(left(restored, 1, DAY)).isEqualTo(10);
    }
}

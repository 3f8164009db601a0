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
            assertThat(ACCOUNT.period(at).charge(accounts.words(), accounts.at(entry)))
                    .isTrue();
        }
    }

    /** How often an account affords a release still. */
    private static int left(KeyAccounts accounts, int entry, long at) {
        int count = 0;
        while (ACCOUNT.period(at).charge(accounts.words(), accounts.at(entry))) {
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
    void a_query_that_gets_levels_begins_with_what_its_keys_have_spent_at_most() throws IOException {
        KeyAccounts accounts = new KeyAccounts(flat("a", "b", "c"));
        spend(accounts, 0, 3, DAY);
        spend(accounts, 1, 7, DAY);
        spend(accounts, 2, 9, 0);
        assertThat(left(restored(accounts, shared()), 0, DAY)).isEqualTo(3);
        assertThat(left(restored(accounts, shared()), 0, 2 * DAY)).isEqualTo(10);
    }

    @Test
    void a_query_that_loses_levels_begins_with_what_all_its_keys_have_spent() throws IOException {
        KeyAccounts flat = new KeyAccounts(flat("a", "b"));
        spend(flat, 0, 2, DAY);
        KeyAccounts accounts = restored(flat, shared());
        spend(accounts, 0, 4, DAY);
        KeyAccounts back = restored(accounts, flat("a", "b", "new"));
        assertThat(left(back, 0, DAY)).isEqualTo(4);
        assertThat(left(back, 1, DAY)).isEqualTo(4);
        assertThat(left(back, 2, DAY)).isEqualTo(4);
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

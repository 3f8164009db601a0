package dev.weir.accountant.local;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;

/** Checks of the options of a question, which are numbered from 0. */
final class Options {

    /** The largest number of options: with it, all weights add up to less than 2<sup>63</sup>. */
    private static final int MOST = 1 << 29;

    private Options() {}

    /** Refuses a number of options that no mechanism takes. */
    static void require(int options) {
        Require.between("options", options, 2, MOST);
    }

    /** The number of an option; a value that is none is refused without being shown. */
    static int number(long value, int options) {
        if (value < 0 || value >= options) {
            throw InvalidParameter.withoutValue("value", "the number of an option, from 0 to " + (options - 1));
        }
        return (int) value;
    }
}

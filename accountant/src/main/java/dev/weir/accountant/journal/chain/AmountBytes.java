package dev.weir.accountant.journal.chain;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;

/** The canonical bytes of amounts (the code of the currency, then the amount) and of probabilities of failure. */
final class AmountBytes {

    private AmountBytes() {}

    static CanonicalWriter.Fields of(Amount value) {
        return out -> out.code(code(value.currency())).number(value.femto());
    }

    static CanonicalWriter.Fields of(Delta value) {
        return out -> out.number(UInt128.high(value.yocto())).number(UInt128.low(value.yocto()));
    }

    static Amount amount(CanonicalReader in) {
        byte currency = in.code();
        long femto = in.number();
        CanonicalReader.check(femto >= 0);
        return new Amount(currency(currency), femto);
    }

    static Delta delta(CanonicalReader in) {
        long high = in.number();
        long low = in.number();
        CanonicalReader.check(high >= 0);
        return new Delta(UInt128.toBigInteger(high, low));
    }

    private static byte code(Currency currency) {
        return switch (currency) {
            case EPSILON -> 1;
            case RHO -> 2;
            case HALF_MU_SQUARED -> 3;
        };
    }

    private static Currency currency(byte code) {
        return switch (code) {
            case 1 -> Currency.EPSILON;
            case 2 -> Currency.RHO;
            case 3 -> Currency.HALF_MU_SQUARED;
            default -> throw new CanonicalReader.Malformed();
        };
    }
}

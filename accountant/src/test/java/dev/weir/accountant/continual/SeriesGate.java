package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.privacy.Amount;

/** A gate that keeps one unit's account and its contributions to each key, and its increments for checking. */
final class SeriesGate {
    final PricedSeries priced;
    private final UnitAccount account;
    final SeriesCost cost;
    private final long[] spent;
    final long[] units;
    private final long[][] increments;

    SeriesGate(PricedSeries priced, int keys) {
        this.priced = priced;
        account = priced.account();
        cost = priced.cost();
        spent = new long[account.words()];
        units = new long[keys * cost.words()];
        increments = new long[keys][SeriesPriceTest.LAST];
    }

    /** Adds a contribution to aggregate 0 if the account affords it. */
    boolean take(int key, int step, long size) {
        long[] before = units.clone();
        cost.begin(units, key * cost.words());
        cost.add(0, step, size);
        assertThat(units).containsExactly(before);
        if (!account.charge(spent, 0, cost.high(), cost.low())) {
            return false;
        }
        cost.keep(0, step, size);
        increments[key][step - 1] += size;
        return true;
    }

    Amount spent() {
        return account.amount(account.parts(spent, 0));
    }

    /** Returns the squared change of y by the unit's presence, summed over steps and keys and divided by twice the variance. */
    double realisedLoss(CorrelatedNoise noise) {
        BltNoise blt = (BltNoise) noise;
        double squared = 0;
        for (long[] own : increments) {
            squared += moved(blt, own);
        }
        return squared / (2 * blt.noiseStddev() * blt.noiseStddev());
    }

    private static double moved(BltNoise noise, long[] own) {
        FixedPointEncoder encoder = new FixedPointEncoder(noise.blt(), noise.fullSize(), SeriesPriceTest.LAST);
        long[] with = new long[encoder.words()];
        long[] without = new long[encoder.words()];
        double squared = 0;
        for (int t = 0; t < SeriesPriceTest.LAST; t++) {
            long others = 17 * noise.fullSize() + t;
            long x = encoder.encode(with, 0, others + own[t]) - encoder.encode(without, 0, others);
            squared += x * encoder.grid() * x * encoder.grid();
        }
        return squared;
    }
}

package dev.weir.accountant.privacy;

import java.util.Locale;

/**
 * The notions of differential privacy in which an account can be kept. Amounts in each of them add up under adaptive
 * composition, so a running sum may decide whether a stream may go on.
 *
 * <p>Sources: Rogers, Roth, Ullman and Vadhan (2016) for {@link #EPSILON}, Feldman and Zrnic (2021) and Whitehouse,
 * Ramdas, Rogers and Wu (2023) for {@link #RHO}, Smith and Thakurta (2022) and Koskela, Tobaben and Honkela (2022) for
 * {@link #HALF_MU_SQUARED}.
 */
public enum Currency {
    /** Pure differential privacy: &epsilon; in nats. */
    EPSILON,
    /** Zero-concentrated differential privacy: &rho;. */
    RHO,
    /** Gaussian differential privacy: &mu;&sup2;/2, which adds like &rho; and keeps the exact Gaussian curve. */
    HALF_MU_SQUARED;

    /** The name of the currency in words. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

package dev.weir.jobs.demo.attacks.job;

/** A weakness that a test plants into Weir's job, to see that it is noticed. */
public enum Weakness {
    /** None: Weir as it is. */
    NONE,
    /** There is no account: every query may spend the whole budget. */
    NO_ACCOUNT,
    /** There is no ledger: a job that is restored draws its noise once more. */
    NO_LEDGER
}

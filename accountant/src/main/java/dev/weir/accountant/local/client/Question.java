package dev.weir.accountant.local.client;

import dev.weir.accountant.local.LocalMechanism;
import java.io.Serializable;

/** A question that people answer by local reports: what reports are called, and the mechanism that draws them. */
public sealed interface Question extends Serializable permits CategoryQuestion, NumberQuestion {

    /** The question's name: 1 to 64 letters, digits, dots, dashes or underscores of ASCII. */
    String name();

    /** The mechanism that draws the reports. */
    LocalMechanism mechanism();

    /** The id of the mechanism and of the options or the grid, 8 characters of base64url. */
    String id();
}

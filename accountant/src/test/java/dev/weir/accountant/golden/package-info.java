/** Reads the golden numbers. */
package dev.weir.accountant.golden;

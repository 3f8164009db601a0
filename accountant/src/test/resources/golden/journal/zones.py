"""Writes zones.csv: a declaration in a zone, one that also has a delta for keys, and an ownership whose windows follow two zones.

From the description of the form in the Javadoc of LedgerBytes, ZoneFields, ZoneRulesBytes and ClaimBytes; no class is used.
"""

import hashlib
import struct


def number(*values):
    return b"".join(struct.pack(">q", value) for value in values)


def count(value):
    return struct.pack(">i", value)


def block(data):
    return count(len(data)) + data


def text(value):
    return block(value.encode("utf-8"))


def amount(currency, femto):
    return bytes([currency]) + number(femto)


def delta(yocto):
    return struct.pack(">QQ", yocto >> 64, yocto & (1 << 64) - 1)


def rules(first, changes, yearly):
    out = number(first) + count(len(changes))
    for time, offset in changes:
        out += number(time, offset)
    out += count(len(yearly))
    for month, indicator, weekday, end_of_day, second, definition, standard, before, after in yearly:
        out += number(month, indicator, weekday, end_of_day, second) + text(definition) + number(standard, before, after)
    return out


HARBOUR = rules(
    3208,
    [(-1000000000, 3600), (1000000000, 7200), (1100000000, 3600)],
    [(3, -1, 7, 0, 3600, "UTC", 3600, 3600, 7200), (10, 25, 0, 1, 0, "WALL", 3600, 7200, 3600)])
ISLAND = rules(-12600, [], [])


def origin(kind, domain, name):
    return number(0) + hashlib.sha256(bytes([1, kind]) + text(domain) + text(name)).digest()


def main():
    plain = bytes([1, 2]) + amount(1, 2 * 10**15) + delta(10**18)
    in_zone = bytes([12]) + text("Made/Harbour") + block(HARBOUR) + plain
    with_keys = bytes([11]) + delta(2) + in_zone
    ownership = (
        bytes([2]) + text("daily") + text("run-1") + origin(8, "shops", "daily") + number(5)
        + number(19000) + amount(1, 10**15) + delta(0) + count(1) + text("days") + amount(1, 10**15) + number(-2))
    zoned = (
        bytes([13]) + count(2) + text("Made/Island") + block(ISLAND) + text("Made/Harbour") + block(HARBOUR)
        + count(3) + text("a") + count(0) + text("days") + count(1) + text("days/caf\u00e9") + count(1) + ownership)
    print("record,bytes")
    tip, sequence = origin(7, "shops", ""), 0
    for name, event in (("declaration", in_zone), ("declaration", with_keys), ("ownership", zoned)):
        sequence += 1
        tip = number(sequence) + hashlib.sha256(bytes([1, 1]) + tip + event).digest()
        print(name + "," + (bytes([1, 1]) + tip + event).hex())


main()

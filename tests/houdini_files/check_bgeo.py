#!/usr/bin/env python3
"""An independent reader of Houdini geometry: python3 check_bgeo.py FILE... prints each volume layer.

Written from the description of the format alone, it shares no code with rill, and checks what rill
writes: every byte is accounted for, every index offset points at its voxels, every tile is there.
Needs libblosc (through ctypes) for .bgeo.sc; everything else is Python's own.
"""
import ctypes
import ctypes.util
import gzip
import hashlib
import json
import struct
import sys

SCALARS = {0x11: "<b", 0x12: "<h", 0x13: "<i", 0x14: "<q", 0x18: "<e", 0x19: "<f", 0x1A: "<d",
           0x21: "<B", 0x22: "<H"}


def unwrap_scf(data):
    assert data[4:12] == bytes(8) and data[-4:] == b"1fcs", "container frame"
    index_size, = struct.unpack(">q", data[-12:-4])
    index = struct.unpack(">%dq" % (index_size // 8), data[-12 - index_size:-12])
    starts, block, last = [0, *index[:-2]], index[-2], index[-1]
    blosc = ctypes.CDLL(ctypes.util.find_library("blosc") or "libblosc.so.1")
    ends = starts[1:] + [len(data) - 24 - index_size]
    out = b""
    for i, (begin, end) in enumerate(zip(starts, ends)):
        packed = data[12 + begin:12 + end]
        assert struct.unpack("<I", packed[12:16])[0] == len(packed), "block %d has a gap" % i
        size = last if i == len(starts) - 1 else block
        buffer = ctypes.create_string_buffer(size)
        got = blosc.blosc_decompress_ctx(packed, buffer, ctypes.c_size_t(size), 1)
        assert got == size, "block %d: %d of %d bytes" % (i, got, size)
        out += buffer.raw
    return out


class Binary:
    """Binary JSON; arrays keep the offset of their '[' in self.offsets, by identity."""

    def __init__(self, data):
        assert data[:5] == b"\x7fNSJb", "magic"
        self.data, self.at, self.tokens, self.offsets, self.keep = data, 5, {}, {}, []
        self.value_ends = []

    def take(self, size):
        assert self.at + size <= len(self.data), "cut short"
        self.at += size
        return self.data[self.at - size:self.at]

    def length(self):
        first = self.take(1)[0]
        if first < 0xF1:
            return first
        form = {0xF2: "<H", 0xF4: "<I", 0xF8: "<q"}[first]
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def text(self):
        return self.take(self.length()).decode()

    def value(self):
        begin = self.at
        kind = self.take(1)[0]
        if kind == 0x2B:
            name = self.length()
            self.tokens[name] = self.text()
            return self.value()
        if kind == 0x26:
            return self.tokens[self.length()]
        if kind == 0x27:
            return self.text()
        if kind in SCALARS:
            form = SCALARS[kind]
            return struct.unpack(form, self.take(struct.calcsize(form)))[0]
        if kind in (0x30, 0x31):
            return kind == 0x31
        if kind == 0x00:
            return None
        if kind == 0x40:
            return self.uniform()
        if kind == 0x5B:
            items = []
            self.offsets[id(items)] = begin
            self.keep.append(items)
            while self.data[self.at] != 0x5D:
                items.append(self.value())
            self.at += 1
            return items
        if kind == 0x7B:
            items = {}
            while self.data[self.at] != 0x7D:
                key = self.value()
                items[key] = self.value()
            self.at += 1
            return items
        raise AssertionError("token %#x at %d" % (kind, begin))

    def uniform(self):
        kind, count = self.take(1)[0], self.length()
        if kind == 0x10:
            words = self.take((count + 31) // 32 * 4)
            return [bool(words[i // 8] >> i % 8 & 1) for i in range(count)]
        if kind == 0x27:
            return [self.text() for _ in range(count)]
        if kind == 0x26:
            return [self.tokens[self.length()] for _ in range(count)]
        form = SCALARS[kind]
        size = struct.calcsize(form)
        return list(struct.unpack("<%d%s" % (count, form[1]), self.take(size * count)))


def pairs(flat):
    assert len(flat) % 2 == 0
    return dict(zip(flat[::2], flat[1::2]))


def load(path):
    data = open(path, "rb").read()
    if data[:4] == b"scf1":
        data = unwrap_scf(data)
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[:1] == b"\x7f":
        reader = Binary(data)
        root = reader.value()
        assert reader.at == len(data), "%d bytes too many" % (len(data) - reader.at)
        check_index(pairs(root), reader)
        return pairs(root)
    return pairs(json.loads(data.decode()))


def check_index(top, reader):
    shared = top.get("sharedprimitivedata", [])
    if not top.get("hasindex"):
        assert "index" not in top, "an index without hasindex"
        return
    entries = pairs(top["index"])["stringentries"]
    wanted = {entry[1]: reader.offsets[id(entry)] for entry in shared[1::2]}
    assert entries == wanted, "index %s, but entries are at %s" % (entries, wanted)
    back = len(reader.data) - 1 - top["indexposition"]
    assert back == reader.offsets[id(top["index"])], "indexposition"


def paged(values, count):
    """The elements of an attribute's VALUES as tuples."""
    values = pairs(values)
    if "tuples" in values:
        return [tuple(t) for t in values["tuples"]]
    if "arrays" in values:
        return list(zip(*values["arrays"]))
    size, page = values["size"], values["pagesize"]
    packing = values.get("packing") or [size]
    flags = values.get("constantpageflags") or [[] for _ in packing]
    raw, at = values["rawpagedata"], 0
    out = []
    for first in range(0, count, page):
        rows = min(page, count - first)
        columns = []
        for width, flag in zip(packing, flags):
            constant = bool(flag) and flag[first // page]
            stored = 1 if constant else rows
            part = [tuple(raw[at + i * width:at + (i + 1) * width]) for i in range(stored)]
            at += stored * width
            columns.append(part * rows if constant else part)
        out += [sum(row, ()) for row in zip(*columns)]
    assert at == len(raw), "page data left over"
    return out


def attribute(top, owner, name, count):
    for header, body in pairs(top["attributes"]).get(owner, []):
        if pairs(header)["name"] == name:
            body = pairs(body)
            if pairs(header)["type"] == "string":
                return [body["strings"][i] if i >= 0 else "" for i, in paged(body["indices"], count)]
            return paged(body["values"], count)
    return None


def volumes(top):
    """Every volume primitive as (primitive number, its fields)."""
    number = 0
    for header, body in top["primitives"]:
        header = pairs(header)
        if header["type"] == "Volume":
            yield number, pairs(body)
            number += 1
        elif header["type"] == "run":
            for row in body:
                if header["runtype"] == "Volume":
                    yield number, {**header["uniformfields"], **dict(zip(header["varyingfields"], row))}
                number += 1
        elif header["type"] in ("Polygon_run", "p_r", "c_r"):
            body = pairs(body)
            number += body.get("n_p", body.get("nprimitives"))
        else:
            number += 1
    assert number == top["primitivecount"], "%d primitives" % number


def voxels(array, res):
    nx, ny, nz = res
    kind, body = array
    if kind == "constantarray":
        return [body] * (nx * ny * nz)
    assert kind == "tiledarray", kind
    body = pairs(body)
    tiles = iter(body["tiles"])
    out = [None] * (nx * ny * nz)
    for z in range(0, nz, 16):
        for y in range(0, ny, 16):
            for x in range(0, nx, 16):
                tile = pairs(next(tiles))
                w, h, d = min(16, nx - x), min(16, ny - y), min(16, nz - z)
                name, data = body["compressiontypes"][tile["compression"]], tile["data"]
                if name == "constant":
                    data = [data] * (w * h * d)
                elif name == "rawfull":
                    assert w == h == 16, "rawfull in a cut tile"
                else:
                    assert name in ("raw", "fpreal16"), name
                assert len(data) == w * h * d, "tile of %d values" % len(data)
                for k in range(d):
                    for j in range(h):
                        to = ((z + k) * ny + y + j) * nx + x
                        out[to:to + w] = data[(k * h + j) * w:(k * h + j + 1) * w]
    assert next(tiles, None) is None, "tiles left over"
    return out


def main(paths):
    for path in paths:
        top = load(path)
        shared = {entry[1]: entry[2] for entry in top.get("sharedprimitivedata", [])[1::2]}
        names = attribute(top, "primitiveattributes", "name", top["primitivecount"]) or []
        points = attribute(top, "pointattributes", "P", top["pointcount"])
        indices = pairs(pairs(top["topology"])["pointref"])["indices"]
        assert len(points) == top["pointcount"] and len(indices) == top["vertexcount"]
        print(path, top["fileversion"], top.get("info", {}))
        for number, fields in volumes(top):
            array = fields.get("voxels") or shared[fields["sharedvoxels"]]
            values = voxels(array, fields["res"])
            digest = hashlib.sha256(struct.pack("<%df" % len(values), *values)).hexdigest()[:16]
            print(" ", number, names[number] if names else "", fields["res"], fields["transform"],
                  "P", points[indices[fields["vertex"]]], fields["border"], fields["visualization"],
                  "min %.9g max %.9g sha256 %s" % (min(values), max(values), digest))


if __name__ == "__main__":
    main(sys.argv[1:])

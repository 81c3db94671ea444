"""What the translator makes of small kernels, and what it refuses."""

from __future__ import annotations

import unittest

from bindings import Binding, BindError, parse_bind, read_bindings
from translate import arguments_text, translate

KERNEL = """#bind layer &height float
#bind layer mask? float val=0.5
#bind layer !&out float2
#bind parm rate float
@KERNEL
{
  @height.set(@height.bufferIndex(@ixy + (int2)(1, 0)) * @rate);
}
@WRITEBACK
{
  @out.setIndex(@ixy, (float2)(@mask, @Iteration));
}
"""


class Bindings(unittest.TestCase):
    def test_modifiers_on_either_side(self) -> None:
        expected = Binding("layer", "a", "float", True, False, True, "1")
        self.assertEqual(parse_bind("#bind layer a? float val=1", 1), expected)
        self.assertEqual(parse_bind("#bind layer ?a val=1 float", 1), expected)
        self.assertEqual(parse_bind("#bind layer !&a float4", 1),
                         Binding("layer", "a", "float4", False, True, False, "0"))

    def test_refusals_name_the_line(self) -> None:
        for line in ("#bind layer", "#bind point P float3", "#bind layer a", "#bind layer 1a float",
                     "#bind parm &a float", "#bind parm a float4", "#bind layer a float sideways"):
            with self.assertRaises(BindError, msg=line) as caught:
                parse_bind(line, 7)
            self.assertIn("line 7", str(caught.exception))

    def test_nothing_is_bound_twice(self) -> None:
        with self.assertRaises(BindError):
            read_bindings("#bind layer a float\n#bind parm a float\n")


class Translation(unittest.TestCase):
    def test_arguments_in_order(self) -> None:
        self.assertEqual(arguments_text(KERNEL).splitlines()[3:],
                         ["layer height float", "layer mask float", "layer out float2",
                          "parm rate float"])

    def test_kernels_and_accesses(self) -> None:
        text = translate(KERNEL)
        self.assertNotIn("@", text)
        self.assertIn("kernel void generickernel(", text)
        self.assertIn("kernel void writebackkernel(", text)
        self.assertIn("AT_height_set(AT_height_bufferIndex(AT_ixy + (int2)(1, 0)) * AT_rate);", text)
        self.assertIn("global const float* restrict _bound_mask", text)
        self.assertIn("#ifdef HAS_mask\n#define AT_mask_bound 1", text)

    def test_only_what_is_bound_can_be_reached(self) -> None:
        text = translate(KERNEL)
        self.assertNotIn("#define AT_out_bufferIndex", text)  # not read
        self.assertNotIn("#define AT_mask_set", text)         # not written
        with self.assertRaises(BindError):
            translate(KERNEL.replace("@rate", "@rates"))

    def test_a_kernel_is_needed(self) -> None:
        with self.assertRaises(BindError):
            translate("#bind layer &a float\n")


if __name__ == "__main__":
    unittest.main()

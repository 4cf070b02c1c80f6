export * from '../binding.cjs';

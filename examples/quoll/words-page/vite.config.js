import quoll from '@hocket/quoll/vite';

export default { plugins: [quoll()] };

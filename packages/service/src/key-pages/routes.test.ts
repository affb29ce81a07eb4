import { describeKeyPages } from './testing/describe-key-pages.ts'

describeKeyPages()

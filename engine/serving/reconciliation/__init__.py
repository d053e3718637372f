"""The Reconciliation API 0.2, which OpenRefine speaks: a service for each terminology.

https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/
"""

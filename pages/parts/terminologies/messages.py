"""Where the parts of this page leave what their last action came to."""

MESSAGE = "terminology_said"
